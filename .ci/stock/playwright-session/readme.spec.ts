// sample: playwright
