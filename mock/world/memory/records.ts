import { createPauses } from '../rules/pauses';
import { gatedRecords } from '../rules/waiting-records';
import type { HiddenFor, Id, IndexedBy, RecordPage, RecordStore, StoredRecord } from '../stores/records';
import { StoreFull } from '../stores/store';
import { realTime } from './clock';
import { type Collection, createCollection, SNAPSHOT_BYTES } from './collection';
import { createReadRoom, type Room, UNBOUNDED } from './room';

/**
 * A store in this process's memory. Listing takes as long for a million records as for a hundred.
 *
 * @param openRoom gives room for records; called again for each `restore`, since what was there before stays until its end
 * @param real the real time, in Unix milliseconds
 */
export function createMemoryRecords(
  indexedBy: IndexedBy = () => [[]],
  openRoom: () => Room = () => UNBOUNDED,
  real: () => number = realTime,
): RecordStore {
  let room = createReadRoom(openRoom());
  let hasLeft = false;
  let collections = new Map<string, Collection>();
  /** The marks that records were stored for. */
  const begun = new Set<string>();
  let beginsWithMore = true;
  // A collection that is only asked for is not kept: a client may ask for any name.
  const within = <Result>(name: string, step: (kept: Collection) => Result): Result => {
    const kept = collections.get(name) ?? createCollection(name, indexedBy(name), room, real);
    const result = step(kept);
    if (kept.size > 0) collections.set(name, kept);
    return result;
  };
  const add = (name: string, id: Id, record: StoredRecord, hiddenFor?: HiddenFor): boolean =>
    within(name, (kept) => kept.add(id, record, hiddenFor));
  const get = (...[name, id, conditions = [], make]: Parameters<RecordStore['get']>): StoredRecord | undefined =>
    make === undefined
      ? collections.get(name)?.get(id, conditions)
      : within(name, (kept) => kept.getOrAdd(id, make, conditions));
  const records: RecordStore = {
    list: (name, conditions, limit) => collections.get(name)?.list(conditions, limit) ?? [],
    page: (name, conditions, begin, most) => collections.get(name)?.page(conditions, begin, most) ?? NO_PAGE,
    get,
    insert: (name, ids, build, hiddenFor) => within(name, (kept) => kept.insert(ids, build, hiddenFor)),
    add,
    update(name, id, change, conditions = [], make) {
      if (make !== undefined) get(name, id, conditions, make);
      return collections.get(name)?.update(id, change, conditions);
    },
    put: (name, id, record) => within(name, (kept) => kept.put(id, record)),
    delete(name, id, conditions = [], check, make) {
      if (make !== undefined) get(name, id, conditions, make);
      return collections.get(name)?.delete(id, conditions, check);
    },
    created: (name) => collections.get(name)?.created() ?? [],
    gated: (condition) => gatedRecords(records, condition),
    collections: () => [...collections].map(([name, { size }]) => ({ name, count: size })),
    dump: () => new Map([...collections].map(([name, kept]) => [name, kept.dump()])),
    snapshot() {
      const shown = [...collections.values()].map((kept) => kept.snapshot());
      const count = shown.reduce((sum, collection) => sum + collection.count, 0);
      return { collections: shown, close: room.read(count * SNAPSHOT_BYTES) };
    },
    *batches() {
      for (const [name, kept] of [...collections])
        for (const records of kept.batches()) yield { collection: name, records };
    },
    idMemories: () => new Map([...collections].map(([name, kept]) => [name, kept.idMemory()])),
    async restore(wanted, memories, before) {
      const pause = createPauses(16);
      const restored = new Map<string, Collection>();
      const fresh = createReadRoom(openRoom());
      try {
        for (const [name, records] of wanted) {
          const kept = createCollection(name, indexedBy(name), fresh, real);
          for (const [id, record] of records) {
            kept.add(id, record);
            const waiting = pause();
            if (waiting !== undefined) await waiting;
          }
          const memory = memories?.get(name);
          if (memory !== undefined) kept.recallIds(memory);
          if (before !== undefined) kept.recallCreated(await before.created(name));
          restored.set(name, kept);
        }
      } catch (error) {
        fresh.leave();
        throw error;
      }
      room.leave();
      room = fresh;
      if (hasLeft) room.leave();
      collections = restored;
    },
    beginWith(mark, wanted) {
      if (!beginsWithMore || begun.has(mark)) return;
      begun.add(mark);
      for (const [name, records] of wanted) for (const [id, record] of records) whereRoom(() => add(name, id, record));
    },
    beginWithNothingMore() {
      beginsWithMore = false;
    },
    leave() {
      hasLeft = true;
      room.leave();
    },
  };
  return records;
}

const NO_PAGE: RecordPage = { records: [], firstId: undefined, lastId: undefined, skipped: 0, total: 0 };

function whereRoom(step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!(error instanceof StoreFull)) throw error;
  }
}
