import { findChromium } from '../../tools/bench/chromium';
import { hasRedis } from '../world/redis/testing/redis-server';
import { hasHaproxy } from './installed';

/** What some tests need besides Node, whether it is there, and what is said of them where it is not. */
const NEEDED: readonly { readonly isThere: () => boolean; readonly otherwise: string }[] = [
  {
    isThere: () => findChromium() !== undefined,
    otherwise:
      'Browser tests are left out: no Chromium was found. `apt-get install chromium-headless-shell`, or set CHROMIUM_PATH.',
  },
  {
    isThere: hasRedis,
    otherwise: 'Tests of several replicas are left out: no redis-server 7 was found. `apt-get install redis-server`.',
  },
  {
    isThere: () => !hasRedis() || hasHaproxy(),
    otherwise: 'The test of a balancer is left out: no haproxy was found. `apt-get install haproxy`.',
  },
];

/** A line for each program without which tests were skipped. */
export const missing = (): readonly string[] =>
  NEEDED.filter(({ isThere }) => !isThere()).map(({ otherwise }) => otherwise);

/** Jest's `globalTeardown`: says at the end of a run what was skipped, and how to get it. */
export default function reportMissing(): void {
  for (const line of missing()) process.stderr.write(`${line}\n`);
}
