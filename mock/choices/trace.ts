import { seeded } from '../values/seeded';
import type { About } from './model';

/** Eight figures to find a request by: others for each request of a world. */
export function traceOf({ choices: { turn }, source: { now } }: About): string {
  const { random } = seeded(turn, now, 'trace', String(now));
  return Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}
