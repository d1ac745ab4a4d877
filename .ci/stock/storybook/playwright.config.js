import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';

// Every worker reads this file, too: the first to do so decides.
process.env.APP_PORT ??= await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(String(port)));
  });
});
const baseURL = `http://127.0.0.1:${process.env.APP_PORT}`;

export default defineConfig({
  testMatch: 'stories.spec.js',
  workers: 1,
  reporter: 'line',
  webServer: {
    command: `vite preview --outDir out --host 127.0.0.1 --port ${process.env.APP_PORT} --strictPort`,
    url: `${baseURL}/iframe.html`,
  },
  use: {
    baseURL,
    launchOptions: { executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
});
