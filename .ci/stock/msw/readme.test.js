// sample: msw
