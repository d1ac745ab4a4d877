// sample: vitest-config
