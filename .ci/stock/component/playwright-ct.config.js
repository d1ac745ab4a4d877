import { defineConfig } from '@playwright/experimental-ct-react';

export default defineConfig({
  testDir: 'src',
  workers: 1,
  reporter: 'line',
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
});
