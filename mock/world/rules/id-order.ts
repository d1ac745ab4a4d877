import type { Id } from '../stores/records';

/** Numbers and bigints are in the order of their values; texts come after them, in the order of UTF-16 units. */
export function compareIds(a: Id, b: Id): number {
  if (typeof a === 'string' || typeof b === 'string') {
    if (typeof a !== typeof b) return typeof a === 'string' ? 1 : -1;
  }
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
