// sample: global-teardown.js
