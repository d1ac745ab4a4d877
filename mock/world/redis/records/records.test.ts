import { describeRecordStore } from '../../stores/records.behaviour';
import { describeRecordStoreBounds } from '../../stores/records-bounds.behaviour';
import { describeRecordStoreChanges } from '../../stores/records-changes.behaviour';
import { describeRecordStoreByExample } from '../../stores/records-examples.behaviour';
import { describeRecordStoreHandover } from '../../stores/records-handover.behaviour';
import { describeRecordStoreSnapshot } from '../../stores/records-snapshot.behaviour';
import { onRedis } from '../testing/on-redis';
import { recordStoresOf } from '../testing/records';
import type { RecordsOptions, RedisRecords } from './records';

onRedis('records in Redis', ({ connection }) => {
  const stores = recordStoresOf(() => connection);
  const made = async (options: Partial<RecordsOptions> = {}): Promise<RedisRecords> =>
    (await stores.make(options)).store;

  describeRecordStore('a store in Redis', made);
  describeRecordStoreByExample('a store in Redis', made);
  describeRecordStoreChanges('a store in Redis', made);
  describeRecordStoreHandover('a store in Redis', made);
  describeRecordStoreSnapshot('a store in Redis', made);
  describeRecordStoreBounds('a store in Redis', ({ maxRecords }) => made({ maxRecords }), { byBytes: false });
});
