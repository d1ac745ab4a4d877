// sample: vitest
