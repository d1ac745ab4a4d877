import { meets } from '../rules/conditions';
import { StoreUnavailable } from '../stores/failures';
import type { Condition, Id, IdPolicy, IndexedBy, RecordStore, StoredRecord } from '../stores/records';
import { tooManyRecords } from '../stores/store-full';
import type { Connection } from './connection';
import type { WorldKeys } from './keys';
import { COMPLETE, createBeginning } from './record-beginning';
import { createFilling } from './record-filling';
import { createRecordIds, type ReservedId } from './record-ids';
import { highestOf, indexMembersOf, memberOf } from './record-keys';
import { createRecordList } from './record-list';
import { createRecordOverview } from './record-overview';
import { createPageReading } from './record-page';
import { searchFor } from './record-search';
import { createSnapshots } from './record-snapshots';
import { createRecordTexts } from './record-texts';
import { createRecordWriting, type SentRecord } from './record-writing';
import { LEAVE, MAKE, READING } from './records-lua';
import { listOf, runOnRecords } from './records-run';
import { script } from './script';

export interface RecordsOptions {
  /** The number of the store in its world. */
  readonly number: number;
  /** The same for as long as the store is there. */
  readonly indexedBy: IndexedBy;
  readonly maxRecords: number;
}

/** A record store in Redis. What a step needs may be asked for before, together with other things, which saves a round trip. */
export interface RedisRecords extends RecordStore {
  /** An id that no other gets, for `insert`; whoever does not use it releases it. */
  reserve(collection: string, ids: IdPolicy): Promise<ReservedId>;
  /** `build` may be called again, with another id, where a client has chosen the first one meanwhile. */
  insert(
    collection: string,
    ids: IdPolicy,
    build: (id: Id) => StoredRecord,
    reserved?: ReservedId,
  ): Promise<StoredRecord>;
  /** @param known the record as `get` has given it lately */
  update(
    collection: string,
    id: Id,
    change: (before: StoredRecord) => StoredRecord,
    conditions?: readonly Condition[],
    known?: StoredRecord,
  ): Promise<StoredRecord | undefined>;
  delete(
    collection: string,
    id: Id,
    conditions?: readonly Condition[],
    known?: StoredRecord,
  ): Promise<StoredRecord | undefined>;
}

/** So often another may change a record between a reading and a change of ours, before we give up. */
const MOST_CONFLICTS = 1000;

/** The store of this number, which `makeRecords` has made. */
export function createRedisRecords(
  connection: Pick<Connection, 'run'>,
  keys: Pick<WorldKeys, 'ofRecords'>,
  { number, indexedBy, maxRecords }: RecordsOptions,
): RedisRecords {
  const run = runOnRecords(connection, keys.ofRecords(number, 'store'));
  const texts = createRecordTexts();
  const list = createRecordList(run, texts);
  const pageOf = createPageReading(run, texts, list);
  const ids = createRecordIds(run);
  const writing = createRecordWriting(run, maxRecords);
  const overview = createRecordOverview(run, list);
  const fill = createFilling(run, texts, indexedBy);
  const snapshot = createSnapshots(run, texts);
  const beginWith = createBeginning({ run, texts, indexedBy, maxRecords });

  const indexedAs = (collection: string, id: Id, record: StoredRecord): readonly string[] =>
    indexMembersOf(collection, indexedBy(collection), id, record);
  const sent = (collection: string, id: Id, record: StoredRecord): SentRecord => ({
    collection,
    member: memberOf(collection, id),
    text: texts.textOf(record),
    highest: highestOf(id),
    indexed: indexedAs(collection, id, record),
  });
  const recordIn = (text: unknown): StoredRecord | undefined =>
    typeof text === 'string' ? texts.recordOf(text) : undefined;

  const find = async (
    collection: string,
    id: Id,
  ): Promise<{ readonly record: StoredRecord | undefined; readonly isRetired: boolean }> => {
    const [text, isRetired] = listOf(await run(FIND, [memberOf(collection, id)]));
    return { record: recordIn(text), isRetired: isRetired === 1 };
  };

  /** Takes a step on a record as it is; again, where it was another by the time of the step. */
  const untilDone = async (
    known: StoredRecord | undefined,
    step: (before: StoredRecord) => Promise<{ readonly found: string | undefined } | undefined>,
  ): Promise<void> => {
    let before = known;
    for (let conflicts = 0; before !== undefined; conflicts += 1) {
      if (conflicts === MOST_CONFLICTS) throw new StoreUnavailable('Others change this record all the time.');
      const conflict = await step(before);
      if (conflict === undefined) return;
      before = recordIn(conflict.found);
    }
  };

  const swap = (collection: string, id: Id, before: StoredRecord, record: StoredRecord) =>
    writing.swap(sent(collection, id, record), {
      text: texts.textOf(before),
      indexed: indexedAs(collection, id, before),
    });

  return {
    reserve: ids.reserve,
    list: async (collection, conditions, limit) =>
      list.first(collection, searchFor(collection, indexedBy(collection), conditions), limit),
    page: async (collection, conditions, begin, most) =>
      pageOf(collection, searchFor(collection, indexedBy(collection), conditions), begin, most),
    async get(collection, id, conditions = []) {
      const { record } = await find(collection, id);
      return record !== undefined && meets(record, conditions) ? record : undefined;
    },
    async getOrAdd(collection, id, make, conditions = []) {
      const { record: known, isRetired } = await find(collection, id);
      let record = known;
      const made = known === undefined && !isRetired ? make() : undefined;
      if (made !== undefined) {
        const stored = await writing.store(sent(collection, id, made), 'new');
        if (stored === 'full') throw tooManyRecords(maxRecords);
        record = stored === 'stored' ? made : recordIn(stored.found);
      }
      return record !== undefined && meets(record, conditions) ? record : undefined;
    },
    async insert(collection, policy, build, given) {
      let reserved = given ?? (await ids.reserve(collection, policy));
      for (;;) {
        try {
          const record = build(reserved.id);
          const stored = await writing.store(sent(collection, reserved.id, record), reserved.isTried ? 'kept' : 'new');
          if (stored === 'stored') return record;
          if (stored === 'full') throw tooManyRecords(maxRecords);
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) await reserved.release();
          throw error;
        }
        reserved = await ids.reserve(collection, policy);
      }
    },
    async add(collection, id, record) {
      const stored = await writing.store(sent(collection, id, record), 'free');
      if (stored === 'full') throw tooManyRecords(maxRecords);
      return stored === 'stored';
    },
    async update(collection, id, change, conditions = [], known) {
      let changed: StoredRecord | undefined;
      await untilDone(known ?? (await find(collection, id)).record, async (before) => {
        changed = undefined;
        if (!meets(before, conditions)) return undefined;
        changed = change(before);
        const conflict = await swap(collection, id, before, changed);
        if (conflict?.found === undefined && conflict !== undefined) changed = undefined;
        return conflict;
      });
      return changed;
    },
    async put(collection, id, record) {
      for (let tries = 0; tries < MOST_CONFLICTS; tries += 1) {
        const stored = await writing.store(sent(collection, id, record), 'free');
        if (stored === 'full') throw tooManyRecords(maxRecords);
        if (stored === 'stored') return;
        let isDone = false;
        await untilDone(recordIn(stored.found), async (before) => {
          const conflict = await swap(collection, id, before, record);
          isDone = conflict === undefined;
          return conflict;
        });
        if (isDone) return;
      }
      throw new StoreUnavailable('Others change this record all the time.');
    },
    async delete(collection, id, conditions = [], known) {
      let deleted: StoredRecord | undefined;
      await untilDone(known ?? (await find(collection, id)).record, async (before) => {
        deleted = undefined;
        if (!meets(before, conditions)) return undefined;
        const member = memberOf(collection, id);
        const indexed = indexedAs(collection, id, before);
        const conflict = await writing.remove({ collection, member, indexed }, texts.textOf(before));
        if (conflict === undefined) deleted = before;
        return conflict;
      });
      return deleted;
    },
    collections: overview.collections,
    idMemories: overview.idMemories,
    batches: overview.batches,
    snapshot,
    async dump() {
      const { collections, close } = await snapshot();
      const dumped = new Map<string, Map<Id, StoredRecord>>();
      try {
        for (const { name, batches } of collections) {
          const records = new Map<Id, StoredRecord>();
          for await (const batch of batches()) for (const [id, record] of batch) records.set(id, record);
          dumped.set(name, records);
        }
      } finally {
        close();
      }
      return dumped;
    },
    async restore(collections, memories) {
      let count = 0;
      for (const records of collections.values()) count += records.size;
      if (count > maxRecords) throw tooManyRecords(maxRecords);
      await fill(collections, memories);
    },
    beginWith,
    async beginWithNothingMore() {
      await run(COMPLETE, []);
    },
    async leave() {
      await run(LEAVE_SCRIPT, []);
    },
  };
}

/** Makes an empty store of this number. */
export async function makeRecords(
  connection: Pick<Connection, 'run'>,
  keys: Pick<WorldKeys, 'ofRecords'>,
  number: number,
): Promise<void> {
  await connection.run(MAKE_SCRIPT, [keys.ofRecords(number, 'store')], []);
}

const MAKE_SCRIPT = script(`${MAKE}makeRecords(KEYS[1]) return 1`);
const LEAVE_SCRIPT = script(`${LEAVE}leaveRecords(KEYS[1]) return 1`);
const FIND = script(`${READING}
local text = redis.call('HGET', at .. 'texts', ARGV[1])
if text then return {text} end
return {false, redis.call('SISMEMBER', at .. 'retired', ARGV[1])}
`);
