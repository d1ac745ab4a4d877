// sample: global-setup.js
