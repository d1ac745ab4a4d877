import { compareIds } from '../rules/id-order';
import type { Id } from '../stores/records';

/** Ids in ascending order. */
export type SortedIds = Id[];

/** Puts an id into its place. At the end, where a new id nearly always belongs, this takes constant time. */
export function addId(ids: SortedIds, id: Id): void {
  const last = ids.at(-1);
  if (last === undefined || compareIds(last, id) < 0) ids.push(id);
  else ids.splice(placeOf(ids, id), 0, id);
}

export function removeId(ids: SortedIds, id: Id): void {
  const place = placeOf(ids, id);
  if (ids[place] === id) ids.splice(place, 1);
}

/** The first `limit` ids of several sorted lists that have none in common. */
export function firstOf(lists: readonly SortedIds[], limit: number): readonly Id[] {
  const [only] = lists;
  if (lists.length <= 1) return only === undefined ? [] : only.slice(0, limit);
  return lists
    .flatMap((ids) => ids.slice(0, limit))
    .sort(compareIds)
    .slice(0, limit);
}

/** All ids of several sorted lists that have none in common. To be read at once: it may be one of the lists itself. */
export function mergedIds(lists: readonly SortedIds[]): readonly Id[] {
  const [only] = lists;
  return lists.length <= 1 ? (only ?? []) : lists.flat().sort(compareIds);
}

/** The place in a sorted list that an id has, or would have. */
export function placeOf(ids: readonly Id[], id: Id): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareIds(ids[middle] as Id, id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
