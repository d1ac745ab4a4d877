import type { Clock } from '../stores/clock';

/** So often at most: real times that tests make up may go on with each reading. */
const MOST_READINGS = 10;

/** How far a clock is ahead of the real time, in milliseconds: by two readings between which no time has passed. */
export function aheadOf(clock: Pick<Clock, 'now' | 'real'>): number {
  for (let readings = 1; ; readings += 1) {
    const before = clock.real();
    const now = clock.now();
    if (clock.real() === before || readings === MOST_READINGS) return now - before;
  }
}
