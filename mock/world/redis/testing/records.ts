import type { Connection } from '../connection/connection';
import type { Reply } from '../connection/replies';
import { makeRecords } from '../records/record-filling';
import { createRecordTexts } from '../records/record-texts';
import { createRedisRecords, type RecordsOptions, type RedisRecords } from '../records/records';
import { type WorldKeys, worldKeys } from '../state/keys';

/** Record stores of a server, each of a world of its own. */
export interface RecordStores {
  /** A new store that is empty. */
  make(options?: Partial<RecordsOptions>): Promise<MadeRecords>;
}

export interface MadeRecords {
  readonly store: RedisRecords;
  readonly keys: WorldKeys;
  /** How many scripts it has run since this was asked last. */
  trips(): number;
  /** The same store, as another process sees it. */
  again(): RedisRecords;
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
      let trips = 0;
      const counting = {
        run(...asked: Parameters<Connection['run']>): Promise<Reply> {
          trips += 1;
          return connection().run(...asked);
        },
      };
      const again = () =>
        createRedisRecords(counting, keys, {
          number: 1,
          indexedBy: () => [[], ['colour'], ['colour', 'size']],
          maxRecords: Number.POSITIVE_INFINITY,
          texts: createRecordTexts(),
          ...options,
        });
      return {
        store: again(),
        keys,
        again,
        trips() {
          const count = trips;
          trips = 0;
          return count;
        },
      };
    },
  };
}
