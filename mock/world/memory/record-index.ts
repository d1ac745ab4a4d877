import { own } from '../../../openapi/contract';
import { compareIds, keyOf } from '../rules/order';
import type { Condition, Id, StoredRecord, Value } from '../stores/records';
import { sizeOfText } from './room';

export type RecordIndex = ReturnType<typeof createRecordIndex>;

/** An id in a list, with the room that a list leaves for more. */
const ID = 12;
/** A list of its own, with its entry in the table. */
const LIST = 112;

/**
 * The ids of every record, by the values that it has of one combination of properties; kept up to date with every change.
 *
 * @param grow called with the bytes that it takes more; they are negative where it takes less
 */
export function createRecordIndex(properties: readonly string[], grow: (bytes: number) => void) {
  const lists = new Map<string, SortedIds>();
  const keyOfRecord = (record: StoredRecord): string => keyOf(properties.map((property) => own(record, property)));
  return {
    add(id: Id, record: StoredRecord): void {
      const key = keyOfRecord(record);
      const ids = lists.get(key);
      grow(ID);
      if (ids === undefined) {
        lists.set(key, [id]);
        grow(LIST + sizeOfText(key));
      } else addId(ids, id);
    },
    remove(id: Id, record: StoredRecord): void {
      const key = keyOfRecord(record);
      const ids = lists.get(key);
      if (ids === undefined) return;
      // It is there: an index has every record of its collection, as it was when it was put in.
      ids.splice(placeOf(ids, id), 1);
      grow(-ID);
      if (ids.length > 0) return;
      lists.delete(key);
      grow(-LIST - sizeOfText(key));
    },
    /**
     * At least the first `limit` ids of records that meet all of these conditions, which are on the index's properties. To be read at
     * once: later changes may show in it.
     */
    find(conditions: readonly Condition[], limit: number): readonly Id[] {
      if (properties.length === 0) return firstOf([...lists.values()], limit);
      const found = keysOf(conditions).map((key) => lists.get(key));
      return firstOf(
        found.filter((ids) => ids !== undefined),
        limit,
      );
    },
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
type SortedIds = Id[];

/** Puts an id into its place. At the end, where a new id nearly always belongs, this takes constant time. */
function addId(ids: SortedIds, id: Id): void {
  const last = ids.at(-1);
  if (last === undefined || compareIds(last, id) < 0) ids.push(id);
  else ids.splice(placeOf(ids, id), 0, id);
}

/** At least the first `limit` ids of several sorted lists that have none in common: it may be one of the lists itself. */
function firstOf(lists: readonly SortedIds[], limit: number): readonly Id[] {
  const [only = []] = lists;
  return lists.length <= 1 ? only : lists.flatMap((ids) => ids.slice(0, limit)).sort(compareIds);
}

/** The place in a sorted list that an id has, or would have; the one after it where `isAfter`. */
export function placeOf(ids: readonly Id[], id: Id, isAfter = false): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareIds(ids[middle] as Id, id) < (isAfter ? 1 : 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}
