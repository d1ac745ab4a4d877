// sample: vitest-global-setup
