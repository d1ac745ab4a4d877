// sample: vitest-fixture
