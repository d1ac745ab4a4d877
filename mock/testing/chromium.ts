import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The browser of the browser tests: the one in a usual place, or the one that CHROMIUM_PATH names, whether it is there or
 * not: one that was asked for and is missing must fail the tests, not leave them out.
 */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || PLACES.find((place) => existsSync(place));
}
