// sample: vite-proxy
