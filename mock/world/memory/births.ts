import { type Births, MOST_BIRTHS } from '../stores/births';
import type { Id } from '../stores/records';

/** @param real the real time, in Unix milliseconds */
export function createMemoryBirths(real: () => number): Births {
  /** By collection and id, the oldest first: until when lists do not show it. */
  const born = new Map<string, Map<Id, number>>();
  return {
    note(collection, id, hiddenMs) {
      const known = born.get(collection) ?? new Map<Id, number>();
      // What is put in again stands at the end.
      known.delete(id);
      known.set(id, real() + hiddenMs);
      born.set(collection, known);
      for (const oldest of known.keys()) {
        if (known.size <= MOST_BIRTHS) break;
        known.delete(oldest);
      }
    },
    of(collection) {
      const now = real();
      return Array.from(born.get(collection) ?? [], ([id, until]) => ({ id, isHidden: now < until }));
    },
  };
}
