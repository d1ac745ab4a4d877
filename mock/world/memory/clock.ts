import type { Clock } from '../stores/clock';

/** How a clock stands: so many milliseconds ahead of the real time, or frozen at an instant in Unix milliseconds. */
export type ClockPlace = { readonly ahead: number } | { readonly frozenAt: number };

/** A clock of which it can be noted how it stands. */
interface PlacedClock extends Clock {
  readonly place: ClockPlace;
  goTo(place: ClockPlace): void;
}

/** @param real the time that it follows, in Unix milliseconds */
export function createMemoryClock(real: () => number): PlacedClock {
  let offset = 0;
  let frozenAt: number | undefined;
  const now = () => frozenAt ?? real() + offset;
  const moveTo = (instant: number) => {
    if (!(Math.abs(instant) <= END_OF_DATES))
      throw new RangeError('The clock was given no instant that a date can hold.');
    if (frozenAt === undefined) offset = instant - real();
    else frozenAt = instant;
  };
  return {
    now,
    real,
    get frozen() {
      return frozenAt !== undefined;
    },
    advance: (seconds) => {
      const milliseconds = Math.round(seconds * 1000);
      const before = offset;
      moveTo(now() + milliseconds);
      // Exactly, though the real time may have gone on between two readings of it.
      if (frozenAt === undefined) offset = before + milliseconds;
    },
    freeze: () => {
      frozenAt = now();
    },
    run: () => {
      if (frozenAt === undefined) return;
      offset = frozenAt - real();
      frozenAt = undefined;
    },
    set: (instant) => moveTo(new Date(instant).getTime()),
    reset: () => {
      offset = 0;
      frozenAt = undefined;
    },
    settled() {},
    get place() {
      return frozenAt === undefined ? { ahead: offset } : { frozenAt };
    },
    goTo(place) {
      frozenAt = 'frozenAt' in place ? place.frozenAt : undefined;
      if ('ahead' in place) offset = place.ahead;
    },
  };
}

/** ECMA-262 §21.4.1.1: the last instant of a `Date`. */
const END_OF_DATES = 8.64e15;

/**
 * The real time, in Unix milliseconds. Taken from `Date` as it was when the mock was loaded: in a test that fakes the time
 * of the program it tests (`jest.useFakeTimers()`, `vi.useFakeTimers()`), the mock's own clock goes on.
 */
export const realTime: () => number = Date.now;
