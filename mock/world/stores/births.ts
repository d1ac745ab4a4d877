import type { Awaitable } from './awaitable';
import type { Id } from './records';

/** When records came to be, as far as somebody has chosen what depends on that. */
export interface Births {
  /**
   * Notes that a record of this id comes to be now; what was noted of that id before counts no longer.
   *
   * @param hiddenMs for how many milliseconds of real time lists are not to show it
   */
  note(collection: string, id: Id, hiddenMs: number): Awaitable<void>;
  /** Those of a collection, the oldest first; of an id that is there twice the last counts. */
  of(collection: string): Awaitable<readonly Birth[]>;
}

export interface Birth {
  readonly id: Id;
  /** Whether lists are not to show it yet. */
  readonly isHidden: boolean;
}

/** Of so many records of a collection it is known; those before them count as the ones that a world began with. */
export const MOST_BIRTHS = 100_000;
