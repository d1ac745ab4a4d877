import { meets } from '../../rules/conditions';
import type { Id, IndexedBy, StoredRecord } from '../../stores/records';
import { tooManyRecords } from '../../stores/store-full';
import type { Connection } from '../connection/connection';
import { script } from '../connection/script';
import type { WorldKeys } from '../state/keys';
import { HeldRecords, type PreparingRecords } from './held-records';
import { COMPLETE, createBeginning } from './record-beginning';
import { createRecordChanges } from './record-changes';
import { createFilling } from './record-filling';
import { createRecordFinding } from './record-finding';
import { createRecordIds } from './record-ids';
import { leaveRecords } from './record-leaving';
import { createRecordList } from './record-list';
import { createRecordOverview } from './record-overview';
import { createPageReading } from './record-page';
import { searchFor } from './record-search';
import { createSnapshots } from './record-snapshots';
import type { RecordTexts } from './record-texts';
import { createRecordWriting } from './record-writing';
import { MAKE } from './records-lua';
import { runOnRecords } from './records-run';

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
  connection: Pick<Connection, 'run'>,
  keys: Pick<WorldKeys, 'ofRecords'>,
  { number, indexedBy, maxRecords, texts }: RecordsOptions,
): RedisRecords {
  const run = runOnRecords(connection, keys.ofRecords(number, 'store'));
  const find = createRecordFinding(run, texts);
  const list = createRecordList(run, texts);
  const pageOf = createPageReading(run, texts, list);
  const ids = createRecordIds(run);
  const writing = createRecordWriting(run, maxRecords);
  const fill = createFilling(run, texts, indexedBy);
  const snapshot = createSnapshots(run, texts);
  const records: RedisRecords = {
    ...createRecordChanges({ find, ids, writing, texts, indexedBy, maxRecords }),
    ...createRecordOverview(run, list),
    reserve: ids.reserve,
    snapshot,
    beginWith: createBeginning({ run, texts, indexedBy, maxRecords }),
    list: async (collection, conditions, limit) =>
      list.first(collection, searchFor(collection, indexedBy(collection), conditions), limit),
    page: async (collection, conditions, begin, most) =>
      pageOf(collection, searchFor(collection, indexedBy(collection), conditions), begin, most),
    async get(collection, id, conditions = []) {
      const { record } = await find(collection, id);
      return record !== undefined && meets(record, conditions) ? record : undefined;
    },
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
    async beginWithNothingMore() {
      await run(COMPLETE, []);
    },
    leave: () => leaveRecords(run),
    heldUntil: (permission) => new HeldRecords(records, permission),
  };
  return records;
}

/** Makes an empty store of this number. */
export async function makeRecords(
  connection: Pick<Connection, 'run'>,
  keys: Pick<WorldKeys, 'ofRecords'>,
  number: number,
): Promise<void> {
  await connection.run(MAKING, [keys.ofRecords(number, 'store')], []);
}

const MAKING = script(`${MAKE}makeRecords(KEYS[1]) return 1`);
