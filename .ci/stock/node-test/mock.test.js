// sample: node-test-import
// sample: in-a-test
