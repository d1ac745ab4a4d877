// README: vitest global-setup.js
