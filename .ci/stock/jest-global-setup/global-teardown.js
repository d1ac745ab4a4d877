// README: global-teardown.js
