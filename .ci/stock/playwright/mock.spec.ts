// sample: playwright-import
// sample: in-a-test
