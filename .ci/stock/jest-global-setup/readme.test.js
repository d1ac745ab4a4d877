// sample: shop.test.js
