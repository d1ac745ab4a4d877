import { seeded } from '../values/source';
import type { About } from './model';

/** Eight figures to find a request by: others for each request of a world, and by the same seed the same. */
export function traceOf({ choices: { turn, seed } }: Pick<About, 'choices'>): string {
  const { random } = seeded(seed, 0, 'trace', String(turn));
  return Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}
