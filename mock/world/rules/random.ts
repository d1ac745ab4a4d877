import type { Moment } from '../stores/admission';
import type { Chances, Clock, Random } from '../stores/clock';

export const createRandom = (seed: number): Random => createChances(seed).draw;

/** The generator "mulberry32" (public domain, T. Ettinger): 32 bits of state are plenty for made-up values. */
export function createChances(seed: number): Chances {
  let state = seed >>> 0;
  const draw = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    draw,
    get place() {
      return state;
    },
    goTo(place) {
      state = place >>> 0;
    },
  };
}

/** A class, since each request has one, and few ask for its day. */
class MomentOf implements Moment {
  constructor(
    readonly now: number,
    readonly random: Random,
  ) {}

  get day(): number {
    return dayOf(this.now);
  }
}

/** @param now Unix milliseconds */
export const momentAt = (now: number, random: Random): Moment => new MomentOf(now, random);

/** The beginning of the day (UTC) of an instant, both in Unix milliseconds. */
export const dayOf = (instant: number): number => new Date(instant).setUTCHours(0, 0, 0, 0);

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
