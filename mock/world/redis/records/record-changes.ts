import { meets } from '../../rules/conditions';
import { StoreUnavailable } from '../../stores/failures';
import type { Condition, Id, IdPolicy, IndexedBy, RecordStore, StoredRecord } from '../../stores/records';
import { tooManyRecords } from '../../stores/store-full';
import type { FindRecord } from './record-finding';
import type { RecordIds, ReservedId } from './record-ids';
import { highestOf, indexMembersOf, memberOf } from './record-keys';
import type { RecordTexts } from './record-texts';
import type { FreeAs, RecordWriting, SentRecord } from './record-writing';

/** How records come, change and go. What a step needs may be asked for before, together with other things: it is one round trip then. */
export interface RecordChanges extends Pick<RecordStore, 'getOrAdd' | 'add' | 'put'> {
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
  /** @param known the record as `get` has given it lately */
  delete(
    collection: string,
    id: Id,
    conditions?: readonly Condition[],
    known?: StoredRecord,
  ): Promise<StoredRecord | undefined>;
}

interface ChangeTerms {
  readonly find: FindRecord;
  readonly ids: RecordIds;
  readonly writing: RecordWriting;
  readonly texts: RecordTexts;
  readonly indexedBy: IndexedBy;
  readonly maxRecords: number;
}

/** So often another may change a record between a reading and a change of ours, before we give up. */
const MOST_CONFLICTS = 1000;

export function createRecordChanges(terms: ChangeTerms): RecordChanges {
  const { find, ids, writing, texts, indexedBy, maxRecords } = terms;
  const indexedAs = (collection: string, id: Id, record: StoredRecord): readonly string[] =>
    indexMembersOf(collection, indexedBy(collection), id, record);
  const sent = (collection: string, id: Id, record: StoredRecord): SentRecord => ({
    collection,
    member: memberOf(collection, id),
    text: texts.textOf(record),
    highest: highestOf(id),
    indexed: indexedAs(collection, id, record),
  });

  /** @throws StoreFull */
  const store = async (collection: string, id: Id, record: StoredRecord, free: FreeAs): Promise<Stored> => {
    const stored = await writing.store(sent(collection, id, record), free);
    if (stored === 'full') throw tooManyRecords(maxRecords);
    if (stored === 'stored') return { isStored: true, record };
    return { isStored: false, record: recordIn(stored.found) };
  };

  const recordIn = (text: string | undefined): StoredRecord | undefined =>
    text === undefined ? undefined : texts.recordOf(text);

  const swap = (collection: string, id: Id, before: StoredRecord, record: StoredRecord): Promise<Conflict> => {
    const was = { text: texts.textOf(before), indexed: indexedAs(collection, id, before) };
    return writing.swap(sent(collection, id, record), was);
  };

  /**
   * Takes a step on a record as it is; again, where it has become another meanwhile.
   *
   * @returns what the step has made; undefined where there is no record, or none that meets the conditions
   */
  const onRecord = async (
    known: StoredRecord | undefined,
    conditions: readonly Condition[],
    step: (before: StoredRecord) => Promise<{ readonly made: StoredRecord; readonly conflict: Conflict }>,
  ): Promise<StoredRecord | undefined> => {
    let before = known;
    for (let conflicts = 0; conflicts < MOST_CONFLICTS; conflicts += 1) {
      if (before === undefined || !meets(before, conditions)) return undefined;
      const { made, conflict } = await step(before);
      if (conflict === undefined) return made;
      before = recordIn(conflict.found);
    }
    throw changedAllTheTime();
  };

  return {
    async getOrAdd(collection, id, make, conditions = []) {
      const found = await find(collection, id);
      const made = found.isFree ? make() : undefined;
      const record = made === undefined ? found.record : (await store(collection, id, made, 'new')).record;
      return record !== undefined && meets(record, conditions) ? record : undefined;
    },
    async insert(collection, policy, build, given) {
      let reserved = given ?? (await ids.reserve(collection, policy));
      for (let conflicts = 0; conflicts < MOST_CONFLICTS; conflicts += 1) {
        try {
          const free = reserved.isTried ? 'kept' : 'new';
          const record = build(reserved.id);
          if ((await store(collection, reserved.id, record, free)).isStored) return record;
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) await reserved.release();
          throw error;
        }
        reserved = await ids.reserve(collection, policy);
      }
      await reserved.release();
      throw changedAllTheTime();
    },
    add: async (collection, id, record) => (await store(collection, id, record, 'free')).isStored,
    async update(collection, id, change, conditions = [], known) {
      return onRecord(known ?? (await find(collection, id)).record, conditions, async (before) => {
        const made = change(before);
        return { made, conflict: await swap(collection, id, before, made) };
      });
    },
    async put(collection, id, record) {
      for (let conflicts = 0; conflicts < MOST_CONFLICTS; conflicts += 1) {
        const { isStored, record: other } = await store(collection, id, record, 'free');
        if (isStored) return;
        const done = await onRecord(other, [], async (before) => ({
          made: record,
          conflict: await swap(collection, id, before, record),
        }));
        // Else the other one has gone meanwhile.
        if (done !== undefined) return;
      }
      throw changedAllTheTime();
    },
    async delete(collection, id, conditions = [], known) {
      return onRecord(known ?? (await find(collection, id)).record, conditions, async (before) => {
        const gone = { member: memberOf(collection, id), indexed: indexedAs(collection, id, before) };
        return { made: before, conflict: await writing.remove(gone, texts.textOf(before)) };
      });
    },
  };
}

const changedAllTheTime = (): StoreUnavailable =>
  new StoreUnavailable('Others change the same record all the time. Ask again.');

type Conflict = Awaited<ReturnType<RecordWriting['swap']>>;

interface Stored {
  readonly isStored: boolean;
  /** That which has the id from now on. */
  readonly record: StoredRecord | undefined;
}
