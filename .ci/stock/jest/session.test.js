// README: session for each test
