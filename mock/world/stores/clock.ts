import type { Awaitable } from './store';

/** A world's own time, which a test can move. It answers and moves at once. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** The real time that it is set against, in Unix milliseconds. */
  real(): number;
  readonly frozen: boolean;
  /**
   * Moves forward by so many seconds; a frozen clock stays frozen.
   *
   * @throws RangeError where that leads to no instant that a `Date` can hold
   */
  advance(seconds: number): void;
  freeze(): void;
  /** Lets a frozen clock go on from where it stands. */
  run(): void;
  /**
   * Goes to an instant: a `Date`, Unix milliseconds, or an ISO 8601 text.
   *
   * @throws RangeError for what is no instant that a `Date` can hold
   */
  set(instant: Date | number | string): void;
  /** Back to the real time, running. */
  reset(): void;
  /** Resolves once all processes that share the clock see the moves that were made here. */
  settled(): Awaitable<void>;
}

/** Numbers in [0, 1) that a seed decides. */
export type Random = () => number;

/** Such numbers, of which it can be noted how far they have come. */
export interface Chances {
  readonly draw: Random;
  /** An integer from 0 to 2^32-1 that decides on all numbers that are still to come. */
  readonly place: number;
  goTo(place: number): void;
}
