// README: global-setup.js
