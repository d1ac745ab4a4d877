import { defineConfig } from '@playwright/test';

const { PORT } = process.env;

export default defineConfig({
  reporter: 'line',
  webServer: { command: `animal-store-mock --port ${PORT}`, url: `http://127.0.0.1:${PORT}` },
  use: { baseURL: `http://127.0.0.1:${PORT}/v1/` },
});
