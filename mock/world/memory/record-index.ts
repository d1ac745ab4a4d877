import { own } from '../../../openapi/contract';
import { keyOf, textOf } from '../rules/conditions';
import type { Condition, Id, StoredRecord, Value } from '../stores/records';
import { sizeOfText } from './size-of';
import { addId, firstOf, mergedIds, removeId, type SortedIds } from './sorted-ids';

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
