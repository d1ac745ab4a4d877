// sample: node-test
