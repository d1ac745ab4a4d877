// sample: vitest-import
// sample: in-a-test
