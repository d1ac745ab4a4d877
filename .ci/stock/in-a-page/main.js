import { showShop } from './shop.js';
// sample: vite-worker
await showShop(mock.baseUrl);
