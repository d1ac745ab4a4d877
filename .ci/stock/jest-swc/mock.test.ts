// README: in a test
