/** What whoever waits for some work knows of it. */
export interface Waiting {
  /** Whether nobody waits any more: the work is to begin nothing else. */
  readonly isOver: boolean;
  /** From now on it waits for something besides the store, which does not count, until it resumes as many times. */
  pause(): void;
  resume(): void;
}

/**
 * Does some work for a request. What the store keeps it waiting, in all its steps together, has an end; whatever else it waits
 * for does not count.
 *
 * @throws StoreUnavailable where that takes too long; the work may go on
 */
export type InTime = <T>(work: (waiting: Waiting) => Promise<T>) => Promise<T>;

/** Of work that somebody waits for as long as it takes. */
export const PATIENT: Waiting = { isOver: false, pause() {}, resume() {} };

/** Waits for something besides the store, which does not count. */
export async function uncounted<T>(waiting: Waiting, something: Promise<T>): Promise<T> {
  waiting.pause();
  try {
    return await something;
  } finally {
    waiting.resume();
  }
}
