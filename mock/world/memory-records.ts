import { exactInteger, own, stringifyJson } from '../../openapi/contract';
import {
  type Condition,
  type Id,
  type IdPolicy,
  OutOfIds,
  type RecordStore,
  type StoredRecord,
  type Value,
} from './records';
import { addId, compareIds, firstOf, removeId, type SortedIds } from './sorted-ids';

/** A store in this process's memory. Listing takes as long for a million records as for a hundred. */
export function createMemoryRecords(): RecordStore {
  const collections = new Map<string, Collection>();
  const collection = (name: string): Collection => {
    const known = collections.get(name);
    if (known !== undefined) return known;
    const fresh = createCollection();
    collections.set(name, fresh);
    return fresh;
  };
  return {
    list: (name, conditions, limit) => collection(name).list(conditions, limit),
    get: (name, id) => collection(name).get(id),
    insert: (name, ids, build) => collection(name).insert(ids, build),
    put: (name, id, record) => collection(name).put(id, record),
    delete: (name, id) => collection(name).delete(id),
    clear: () => collections.clear(),
  };
}

/**
 * The ids of every record that has certain properties, by the values of these. One index serves one combination of
 * conditions; it is built when that combination is first asked for, and kept up to date from then on.
 */
interface Index {
  readonly properties: readonly string[];
  readonly lists: Map<string, SortedIds>;
}

interface Collection {
  list(conditions: readonly Condition[], limit: number): readonly StoredRecord[];
  get(id: Id): StoredRecord | undefined;
  insert(ids: IdPolicy, build: (id: Id) => StoredRecord): StoredRecord;
  put(id: Id, record: StoredRecord): void;
  delete(id: Id): boolean;
}

/**
 * Made ids that may be taken, beyond one for each record there ever was, before the collection is held to be full: among
 * so many that count up one is free; of those that are made at random many may be alike.
 */
const SPARE_TRIES = 1000;

function createCollection(): Collection {
  const records = new Map<Id, StoredRecord>();
  const indexes = new Map<string, Index>();
  /** The texts among the ids of deleted records; of numbers, `highest` tells which were in use. */
  const retired = new Set<Id>();
  let highest: bigint | undefined;
  let everStored = 0;

  const indexFor = (conditions: readonly Condition[]): Index => {
    const properties = conditions.map(({ property }) => property);
    const name = JSON.stringify(properties);
    const known = indexes.get(name);
    if (known !== undefined) return known;
    const index: Index = { properties, lists: new Map() };
    for (const id of [...records.keys()].sort(compareIds)) enter(index, id, records.get(id) ?? {});
    indexes.set(name, index);
    return index;
  };

  const store = (id: Id, record: StoredRecord): void => {
    const before = records.get(id);
    records.set(id, record);
    for (const index of indexes.values()) {
      if (before !== undefined) leave(index, id, before);
      enter(index, id, record);
    }
    if (before === undefined) everStored += 1;
    if (typeof id !== 'string' && (highest === undefined || id > highest)) highest = wholeOf(id);
  };

  const newId = (policy: IdPolicy): Id => {
    if (policy.kind === 'made') {
      for (let tries = 1; tries <= everStored + SPARE_TRIES; tries += 1) {
        const id = policy.make(everStored + tries);
        if (!records.has(id) && !retired.has(id)) return id;
      }
      throw new OutOfIds('The collection has no id left.');
    }
    const { minimum, maximum } = policy;
    const next = highest === undefined || highest < minimum ? minimum : highest + 1n;
    if (next <= maximum) return exactInteger(next);
    // The highest id is taken: the lowest that is free comes next.
    for (let id = minimum; id <= maximum; id += 1n) if (!records.has(exactInteger(id))) return exactInteger(id);
    throw new OutOfIds('The collection has no id left.');
  };

  return {
    list(conditions, limit) {
      const { lists } = indexFor(conditions);
      const matching = keysOf(conditions).flatMap((key) => {
        const ids = lists.get(key);
        return ids === undefined ? [] : [ids];
      });
      return firstOf(matching, limit).flatMap((id) => {
        const record = records.get(id);
        return record === undefined ? [] : [record];
      });
    },
    get: (id) => records.get(id),
    insert(ids, build) {
      const id = newId(ids);
      const record = build(id);
      store(id, record);
      return record;
    },
    put: store,
    delete(id) {
      const record = records.get(id);
      if (record === undefined) return false;
      records.delete(id);
      if (typeof id === 'string') retired.add(id);
      for (const index of indexes.values()) leave(index, id, record);
      return true;
    },
  };
}

const wholeOf = (id: number | bigint): bigint => (typeof id === 'bigint' ? id : BigInt(Math.floor(id)));

function enter(index: Index, id: Id, record: StoredRecord): void {
  const key = keyOf(index.properties.map((property) => own(record, property)));
  const ids = index.lists.get(key);
  if (ids === undefined) index.lists.set(key, [id]);
  else addId(ids, id);
}

function leave(index: Index, id: Id, record: StoredRecord): void {
  const key = keyOf(index.properties.map((property) => own(record, property)));
  const ids = index.lists.get(key);
  if (ids === undefined) return;
  removeId(ids, id);
  if (ids.length === 0) index.lists.delete(key);
}

/** Every combination of one value a condition, as keys of an index, each once. */
function keysOf(conditions: readonly Condition[]): readonly string[] {
  const tuples = conditions.reduce<readonly (readonly Value[])[]>(
    (heads, { anyOf }) => heads.flatMap((head) => anyOf.map((value) => [...head, value])),
    [[]],
  );
  return [...new Set(tuples.map(keyOf))];
}

/** One text for equal values: a number and a bigint are never equal here (see `exactInteger`); 1, "1" and [1] differ. */
function keyOf(values: readonly Value[]): string {
  return values.map((value) => (typeof value === 'bigint' ? String(value) : stringifyJson(value))).join(',');
}
