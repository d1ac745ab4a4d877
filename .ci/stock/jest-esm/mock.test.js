// sample: in-a-test
