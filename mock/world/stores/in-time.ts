/** What whoever waits for some work knows of it. */
export interface Waiting {
  /** Whether nobody waits any more: the work is to begin nothing else. */
  readonly isOver: boolean;
}

/**
 * Does some work for a request. What the store keeps it waiting, in all its steps together, has an end; whatever else it waits
 * for does not count.
 *
 * @throws StoreUnavailable where that takes too long; the work may go on
 */
export type InTime = <T>(work: (waiting: Waiting) => Promise<T>) => Promise<T>;

/** Of work that somebody waits for as long as it takes. */
export const PATIENT: Waiting = { isOver: false };
