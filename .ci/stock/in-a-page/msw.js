// sample: msw-browser
