import type { RecordStore } from '../../stores/records';
import type { Connection } from '../connection/connection';
import { makeRecords } from '../records/record-filling';
import { createRecordIds, type RecordIds } from '../records/record-ids';
import { createRecordTexts, runOnRecords } from '../records/record-layout';
import { createRedisRecords, type RecordsOptions } from '../records/records';
import { type WorldKeys, worldKeys } from '../state/state';

/** Record stores of a server, each of a world of its own. */
export interface RecordStores {
  /** A new store that is empty. */
  make(options?: Partial<RecordsOptions>): Promise<MadeRecords>;
}

export interface MadeRecords {
  readonly store: RecordStore;
  /** Those that it gives. */
  readonly ids: RecordIds;
  readonly keys: WorldKeys;
  /** The same store, as another process sees it. */
  again(): RecordStore;
}

export function recordStoresOf(connection: () => Connection): RecordStores {
  let worlds = 0;
  return {
    async make(options = {}) {
      worlds += 1;
      const keys = worldKeys('mock', `world${worlds}`);
      await makeRecords(connection(), keys, 1);
      const stored = keys.ofRecords(1, 'store');
      await connection().send(stored, ['PERSIST', stored]);
      const again = () =>
        createRedisRecords(connection(), keys, {
          number: 1,
          indexedBy: () => [[], ['colour'], ['colour', 'size']],
          maxRecords: Number.POSITIVE_INFINITY,
          texts: createRecordTexts(),
          ...options,
        });
      return {
        store: again(),
        ids: createRecordIds(runOnRecords(connection(), stored)),
        keys,
        again,
      };
    },
  };
}
