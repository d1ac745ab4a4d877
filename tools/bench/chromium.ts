import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  // Without what draws windows: a page takes it a fifth of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The browser of the browser tests: the one that CHROMIUM_PATH names, else one in a usual place. CHROMIUM_PATH is not
 * checked, so that a wrong one fails the tests and does not skip them.
 */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || PLACES.find((place) => existsSync(place));
}

/** No traffic of the browser's own, and nothing that needs a screen or privileges that a container lacks. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium, which is to be closed. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: FLAGS });
}
