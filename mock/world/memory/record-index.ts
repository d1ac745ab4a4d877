import { own } from '../../../openapi/contract';
import { keyOf, textOf } from '../rules/conditions';
import type { Condition, Id, StoredRecord, Value } from '../stores/records';
import { addId, firstOf, removeId, type SortedIds } from './sorted-ids';

/**
 * The ids of every record, by the values that it has of certain properties. One index serves one combination of
 * properties, and is kept up to date with every change.
 */
export interface RecordIndex {
  add(id: Id, record: StoredRecord): void;
  remove(id: Id, record: StoredRecord): void;
  /** The first `limit` ids of records that meet all of these conditions, which are on the index's properties. */
  find(conditions: readonly Condition[], limit: number): readonly Id[];
}

export function createRecordIndex(properties: readonly string[]): RecordIndex {
  const lists = new Map<string, SortedIds>();
  const [first] = properties;
  const keyOfRecord = (record: StoredRecord): string => {
    // The usual cases, without making a list.
    if (properties.length <= 1) return first === undefined ? '' : textOf(own(record, first));
    return keyOf(properties.map((property) => own(record, property)));
  };
  return {
    add(id, record) {
      const key = keyOfRecord(record);
      const ids = lists.get(key);
      if (ids === undefined) lists.set(key, [id]);
      else addId(ids, id);
    },
    remove(id, record) {
      const key = keyOfRecord(record);
      const ids = lists.get(key);
      if (ids === undefined) return;
      removeId(ids, id);
      if (ids.length === 0) lists.delete(key);
    },
    find(conditions, limit) {
      if (properties.length === 0) return lists.get('')?.slice(0, limit) ?? [];
      const matching = keysOf(conditions).flatMap((key) => {
        const ids = lists.get(key);
        return ids === undefined ? [] : [ids];
      });
      return firstOf(matching, limit);
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
