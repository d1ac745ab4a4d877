// sample, as CommonJS: in-a-test
