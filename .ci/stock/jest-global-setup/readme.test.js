// README: shop.test.js
