// README, as CommonJS: in a test
