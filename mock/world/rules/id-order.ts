import type { Id } from '../stores/records';

/** Numbers come by value, however they are held; texts after numbers, by UTF-16 unit. */
export function compareIds(a: Id, b: Id): number {
  if (typeof a === 'string' || typeof b === 'string') {
    if (typeof a !== typeof b) return typeof a === 'string' ? 1 : -1;
  }
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
