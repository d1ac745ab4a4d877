import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

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

/** Where Debian has it, which is not on everybody's path. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin`;

/** What runs it finds it by these. */
export const HAPROXY_ENV: NodeJS.ProcessEnv = { ...process.env, PATH };

/** Whether HAProxy is installed on this machine: `apt-get install haproxy`. */
export function hasHaproxy(): boolean {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'pipe', env: HAPROXY_ENV });
    return true;
  } catch {
    return false;
  }
}
