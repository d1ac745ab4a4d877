import { findChromium } from './chromium';

/** Jest's `globalTeardown`: says at the end of a run without a browser that its tests were skipped. */
export default function reportMissingChromium(): void {
  if (findChromium() !== undefined) return;
  process.stderr.write(
    'Browser tests are left out: no Chromium was found. `apt-get install chromium`, or set CHROMIUM_PATH.\n',
  );
}
