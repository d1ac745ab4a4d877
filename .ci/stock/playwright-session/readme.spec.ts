// README: playwright
