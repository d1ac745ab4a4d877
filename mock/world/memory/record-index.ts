import { own } from '../../../openapi/contract';
import { compareIds, keyOf, textOf } from '../rules/order';
import type { Condition, Id, PageBegin, StoredRecord, Value } from '../stores/records';
import { sizeOfText } from './room';

/**
 * The ids of every record, by the values that it has of certain properties. One index serves one combination of
 * properties, and is kept up to date with every change.
 */
export interface RecordIndex {
  add(id: Id, record: StoredRecord): void;
  remove(id: Id, record: StoredRecord): void;
  /** The first `limit` ids of records that meet all of these conditions, which are on the index's properties. */
  find(conditions: readonly Condition[], limit: number): readonly Id[];
  /** The ids of all such records. To be read at once: later changes may show in it. */
  findAll(conditions: readonly Condition[]): readonly Id[];
}

/** An id in a list, with the room that a list leaves for more. */
const ID = 12;
/** A list of its own, with its entry in the table. */
const LIST = 112;

/** @param grow called with the bytes that it takes more; they are negative where it takes less */
export function createRecordIndex(properties: readonly string[], grow: (bytes: number) => void): RecordIndex {
  const lists = new Map<string, SortedIds>();
  const [first] = properties;
  const keyOfRecord = (record: StoredRecord): string => {
    // The usual cases, without making a list.
    if (properties.length <= 1) return first === undefined ? '' : textOf(own(record, first));
    return keyOf(properties.map((property) => own(record, property)));
  };
  const matching = (conditions: readonly Condition[]): readonly SortedIds[] =>
    keysOf(conditions).flatMap((key) => {
      const ids = lists.get(key);
      return ids === undefined ? [] : [ids];
    });
  return {
    add(id, record) {
      const key = keyOfRecord(record);
      const ids = lists.get(key);
      grow(ID);
      if (ids !== undefined) return addId(ids, id);
      lists.set(key, [id]);
      grow(LIST + sizeOfText(key));
    },
    remove(id, record) {
      const key = keyOfRecord(record);
      const ids = lists.get(key);
      if (ids === undefined) return;
      removeId(ids, id);
      grow(-ID);
      if (ids.length > 0) return;
      lists.delete(key);
      grow(-LIST - sizeOfText(key));
    },
    find(conditions, limit) {
      if (properties.length === 0) return lists.get('')?.slice(0, limit) ?? [];
      return firstOf(matching(conditions), limit);
    },
    findAll: (conditions) => (properties.length === 0 ? (lists.get('') ?? []) : mergedIds(matching(conditions))),
  };
}

/** The keys of an index for every combination of one value from each condition, without duplicates. */
function keysOf(conditions: readonly Condition[]): readonly string[] {
  const tuples = conditions.reduce<readonly (readonly Value[])[]>(
    (heads, { anyOf }) => heads.flatMap((head) => anyOf.map((value) => [...head, value])),
    [[]],
  );
  return [...new Set(tuples.map(keyOf))];
}

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

/** The places of a list where a page begins, and where it has ended. */
export function boundsOf(
  ids: readonly Id[],
  begin: PageBegin,
  most: number,
): { readonly from: number; readonly to: number } {
  if ('before' in begin) {
    const to = placeOf(ids, begin.before);
    return { from: Math.max(0, to - most), to };
  }
  const from = 'skip' in begin ? Math.min(begin.skip, ids.length) : placeAfter(ids, begin.after);
  return { from, to: from + most };
}

function placeAfter(ids: readonly Id[], id: Id): number {
  const place = placeOf(ids, id);
  const next = ids[place];
  return next !== undefined && compareIds(next, id) === 0 ? place + 1 : place;
}
