import { meets } from '../../rules/conditions';
import type { Condition, Id, IndexedBy, StoredRecord } from '../../stores/records';
import type { ScriptRunner } from '../connection/script';
import type { WorldKeys } from '../state/keys';
import { GatedRecords, type PreparingRecords } from './gated-records';
import { createRecordChanges } from './record-changes';
import { createRecordCollections } from './record-collections';
import { COMPLETE, createBeginning, createFilling, leaveRecords } from './record-filling';
import { createRecordIds } from './record-ids';
import { searchFor } from './record-keys';
import { createPageReading } from './record-page';
import { createRecordReading } from './record-reading';
import { runOnRecords } from './record-steps';
import type { RecordTexts } from './record-texts';

export interface RecordsOptions {
  /** The number of the store in its world. */
  readonly number: number;
  /** The same for as long as the store is there, in each process. */
  readonly indexedBy: IndexedBy;
  readonly maxRecords: number;
  /** All stores of a process may share them. */
  readonly texts: RecordTexts;
}

export type RedisRecords = PreparingRecords;

/** The store of this number, which `makeRecords` has made. */
export function createRedisRecords(
  connection: ScriptRunner,
  keys: Pick<WorldKeys, 'ofRecords'>,
  { number, indexedBy, maxRecords, texts }: RecordsOptions,
): RedisRecords {
  const run = runOnRecords(connection, keys.ofRecords(number, 'store'));
  const reading = createRecordReading(run, texts);
  const pageOf = createPageReading(run, texts, reading);
  const ids = createRecordIds(run);
  const filling = { run, texts, indexedBy, maxRecords };
  const changes = createRecordChanges({ run, find: reading.find, ids, texts, indexedBy, maxRecords });
  const findOrMake = async (
    collection: string,
    id: Id,
    conditions: readonly Condition[],
    make: (() => StoredRecord | undefined) | undefined,
  ): Promise<StoredRecord | undefined> =>
    make === undefined
      ? (await reading.find(collection, id)).record
      : changes.getOrAdd(collection, id, make, conditions);
  const records: RedisRecords = {
    ...changes,
    ...createRecordCollections(run, texts, reading),
    reserve: ids.reserve,
    beginWith: createBeginning(filling),
    restore: createFilling(filling),
    list: async (collection, conditions, limit) =>
      reading.first(collection, searchFor(collection, indexedBy(collection), conditions), limit),
    page: async (collection, conditions, begin, most) =>
      pageOf(collection, searchFor(collection, indexedBy(collection), conditions), begin, most),
    async get(collection, id, conditions = []) {
      const { record } = await reading.find(collection, id);
      return record !== undefined && meets(record, conditions) ? record : undefined;
    },
    async beginWithNothingMore() {
      await run(COMPLETE, []);
    },
    leave: () => leaveRecords(run),
    async update(collection, id, change, conditions = [], make) {
      const found = await findOrMake(collection, id, conditions, make);
      return changes.updateFound(collection, id, found, change, conditions);
    },
    async delete(collection, id, conditions = [], make) {
      const found = await findOrMake(collection, id, conditions, make);
      return changes.deleteFound(collection, id, found, conditions);
    },
    gated: (condition) => new GatedRecords(records, condition),
  };
  return records;
}
