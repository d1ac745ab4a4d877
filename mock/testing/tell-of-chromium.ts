import { findChromium } from './chromium';

/** Jest's `globalTeardown`: a run without a browser says at its end, where it is seen, what it leaves out. */
export default function tellOfChromium(): void {
  if (findChromium() !== undefined) return;
  process.stderr.write(
    'Browser tests are left out: no Chromium was found. `apt-get install chromium`, or set CHROMIUM_PATH.\n',
  );
}
