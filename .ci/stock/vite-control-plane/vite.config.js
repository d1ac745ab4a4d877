// README: vite proxy
