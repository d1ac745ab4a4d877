// sample: playwright-api
