import { stringifyJson } from '../../../openapi/contract';
import { compareIds, createConditionTest, meets, pageBounds, sortedInPieces } from '../rules/order';
import {
  type Batch,
  type CollectionSnapshot,
  type Condition,
  type Created,
  type HiddenFor,
  type Id,
  type IdMemory,
  type IdPolicy,
  MOST_CREATED,
  type PageBegin,
  type RecordPage,
  type StoredRecord,
} from '../stores/records';
import { createIdSource } from './ids';
import { createRecordIndex, placeOf, type RecordIndex } from './record-index';
import { type Room, sizeOf, sizeOfText } from './room';

export type Collection = ReturnType<typeof createCollection>;

/** So many results of lists are kept until something changes. */
const MOST_LISTED = 100;

/** A batch is read in about a tenth of a millisecond. */
const BATCH_SIZE = 500;

/** The combinations that several conditions of many values make are their product: an index looks up no more than these. */
const MOST_COMBINATIONS = 1000;

/** Clients choose the properties that they ask by: beyond so many indexes, records are looked through. */
const MOST_INDEXES = 32;

/** A question that takes more characters is not kept with its result. */
const LONGEST_ASKED = 1000;

/** What a table of this process takes for one more entry. */
const TABLE_ENTRY = 64;

/**
 * The records of one collection. What stores one throws a StoreFull where there is no room; then nothing has changed.
 *
 * @param room what its records may take; other collections may share it
 * @param real the real time, in Unix milliseconds
 */
export function createCollection(
  name: string,
  combinations: readonly (readonly string[])[],
  room: Room,
  real: () => number,
) {
  const records = new Map<Id, StoredRecord>();
  const ids = createIdSource((id) => records.has(id));
  /** Until when lists do not show each record that has a place in the creation order. */
  const created = new Map<Id, number>();
  const indexes = new Map<string, RecordIndex>();
  /** The results of lists since the last change, by what was asked: most are asked for again. */
  const listed = new Map<string, readonly StoredRecord[]>();
  let listedBytes = 0;
  const grow = (bytes: number): void => room.take(0, bytes);

  /** Undefined where there are too many already. */
  const indexOf = (properties: readonly string[]): RecordIndex | undefined => {
    const key = JSON.stringify(properties);
    const known = indexes.get(key);
    if (known !== undefined) return known;
    if (indexes.size >= MOST_INDEXES && properties.length > 0) return undefined;
    const index = createRecordIndex(properties, grow);
    for (const id of [...records.keys()].sort(compareIds)) index.add(id, records.get(id) ?? {});
    indexes.set(key, index);
    return index;
  };
  for (const properties of combinations) indexOf(properties);

  // `clear` allocates a new table even for an empty map.
  const forgetListed = (): void => {
    if (listed.size === 0) return;
    listed.clear();
    grow(-listedBytes);
    listedBytes = 0;
  };

  const keepListed = (asked: string, found: readonly StoredRecord[]): void => {
    if (asked.length > LONGEST_ASKED) return;
    if (listed.size >= MOST_LISTED) forgetListed();
    listed.set(asked, found);
    const size = TABLE_ENTRY + sizeOfText(asked) + 8 * found.length;
    listedBytes += size;
    grow(size);
  };

  /** Gives a record the next place in the creation order: one that was created before stands at the end, too. */
  const place = (id: Id, hiddenUntil: number): void => {
    created.delete(id);
    created.set(id, hiddenUntil);
    const [oldest] = created.size > MOST_CREATED ? created.keys() : [];
    if (oldest !== undefined) created.delete(oldest);
  };

  const store = (id: Id, record: StoredRecord, hiddenFor?: HiddenFor): void => {
    const size = room.sizeOf(name, id, record);
    room.ensure(1, size);
    room.take(1, size);
    forgetListed();
    records.set(id, record);
    ids.used(id);
    for (const index of indexes.values()) index.add(id, record);
    if (hiddenFor === undefined) return;
    place(id, real() + hiddenFor(id));
  };

  const get = (id: Id, conditions: readonly Condition[] = []): StoredRecord | undefined => {
    const record = records.get(id);
    return record !== undefined && meets(record, conditions) ? record : undefined;
  };

  const swap = (id: Id, before: StoredRecord, record: StoredRecord): void => {
    const more = room.sizeOf(name, id, record) - room.sizeOf(name, id, before);
    room.ensure(0, more);
    forgetListed();
    grow(more);
    records.set(id, record);
    for (const index of indexes.values()) {
      index.remove(id, before);
      index.add(id, record);
    }
  };

  const recordsOf = (found: readonly Id[]): readonly StoredRecord[] =>
    found.map((id) => records.get(id)).filter((record) => record !== undefined);

  /** The ids of a list, to be read at once; where there is an index for all conditions, no more than the limit. */
  const idsOf = (conditions: readonly Condition[], limit = Number.POSITIVE_INFINITY): readonly Id[] => {
    const [lookedUp, others] = split(conditions);
    const index = indexOf(lookedUp.map(({ property }) => property));
    const tests = (index === undefined ? conditions : others).map(createConditionTest);
    if (tests.length === 0) return index?.find(lookedUp, limit) ?? [];
    const ids = index?.find(lookedUp, Infinity) ?? indexOf([])?.find([], Infinity) ?? [];
    return ids.filter((id) => tests.every((test) => test(records.get(id) ?? {})));
  };

  return {
    get size() {
      return records.size;
    },
    list(conditions: readonly Condition[], limit: number): readonly StoredRecord[] {
      const asked = conditions.length === 0 ? String(limit) : `${limit} ${stringifyJson(conditions)}`;
      const known = listed.get(asked);
      if (known !== undefined) return known;
      const found = recordsOf(idsOf(conditions, limit).slice(0, limit));
      keepListed(asked, found);
      return found;
    },
    page(conditions: readonly Condition[], begin: PageBegin, most: number): RecordPage {
      const ids = idsOf(conditions);
      const { from, to } = pageBounds(ids.length, begin, most, (id, isAfter) => placeOf(ids, id, isAfter));
      const shown = ids.slice(from, to);
      const [firstId, lastId] = [shown[0], shown.at(-1)];
      return { records: recordsOf(shown), firstId, lastId, skipped: from, total: ids.length };
    },
    get,
    /** What `make` makes is stored where there never was a record of this id. */
    getOrAdd(id: Id, make: () => StoredRecord | undefined, conditions: readonly Condition[]): StoredRecord | undefined {
      if (!ids.isTaken(id)) {
        const record = make();
        if (record !== undefined) store(id, record);
      }
      return get(id, conditions);
    },
    insert(policy: IdPolicy, build: (id: Id) => StoredRecord, hiddenFor?: HiddenFor): StoredRecord {
      const id = ids.next(policy);
      const record = build(id);
      store(id, record, hiddenFor);
      return record;
    },
    /** False where there is a record of this id: then it stays. */
    add(id: Id, record: StoredRecord, hiddenFor?: HiddenFor): boolean {
      if (records.has(id)) return false;
      store(id, record, hiddenFor);
      return true;
    },
    created(): readonly Created[] {
      const now = real();
      return Array.from(created, ([id, hiddenUntil]) => ({ id, hiddenUntil, isHidden: now < hiddenUntil }));
    },
    recallCreated(order: readonly Created[]): void {
      for (const { id, hiddenUntil } of order) place(id, hiddenUntil);
    },
    put(id: Id, record: StoredRecord): void {
      const before = records.get(id);
      if (before === undefined) store(id, record);
      else swap(id, before, record);
    },
    update(
      id: Id,
      change: (before: StoredRecord) => StoredRecord,
      conditions: readonly Condition[],
    ): StoredRecord | undefined {
      const before = get(id, conditions);
      if (before === undefined) return undefined;
      const record = change(before);
      swap(id, before, record);
      return record;
    },
    delete(id: Id, conditions: readonly Condition[], check?: (before: StoredRecord) => void): StoredRecord | undefined {
      const record = get(id, conditions);
      if (record === undefined) return undefined;
      check?.(record);
      forgetListed();
      room.take(-1, -room.sizeOf(name, id, record));
      records.delete(id);
      if (ids.retired(id)) grow(TABLE_ENTRY + sizeOf(id));
      for (const index of indexes.values()) index.remove(id, record);
      return record;
    },
    snapshot: () => snapshotOf(name, records),
    dump: (): ReadonlyMap<Id, StoredRecord> => new Map([...records].sort(([one], [other]) => compareIds(one, other))),
    *batches(): Generator<Batch['records']> {
      let batch: (readonly [Id, StoredRecord])[] = [];
      for (const entry of records) {
        batch.push(entry);
        if (batch.length < BATCH_SIZE) continue;
        yield batch;
        batch = [];
      }
      yield batch;
    },
    idMemory: ids.memory,
    recallIds(memory: IdMemory): void {
      ids.recall(memory);
      for (const id of memory.retired) grow(TABLE_ENTRY + sizeOf(id));
    },
  };
}

/** The conditions that an index looks up, and the others, which are tried on each record that it finds. */
function split(conditions: readonly Condition[]): readonly [readonly Condition[], readonly Condition[]] {
  let combinations = 1;
  const isIndexed = conditions.map(({ anyOf }) => {
    if (combinations * anyOf.length > MOST_COMBINATIONS) return false;
    combinations *= anyOf.length;
    return true;
  });
  return [conditions.filter((_, place) => isIndexed[place]), conditions.filter((_, place) => !isIndexed[place])];
}

/** What a snapshot takes for each record, beside the record itself; while it sorts them, as much again. */
export const SNAPSHOT_BYTES = 16;

/**
 * What a collection holds now. Two lists are copied at once, which takes 10 ms for a million records; everything else
 * waits for a reader.
 */
function snapshotOf(name: string, records: ReadonlyMap<Id, StoredRecord>): CollectionSnapshot {
  const ids = Array.from(records.keys());
  const kept = Array.from(records.values());
  return {
    name,
    count: ids.length,
    async *batches() {
      // Every place is within both lists.
      const places = await sortedInPieces([...ids.keys()], (one, other) =>
        compareIds(ids[one] as Id, ids[other] as Id),
      );
      for (let from = 0; from < ids.length; from += BATCH_SIZE) {
        yield places.slice(from, from + BATCH_SIZE).map((place) => [ids[place] as Id, kept[place] as StoredRecord]);
      }
    },
  };
}
