import { describeRecordStore } from '../../stores/records.behaviour';
import { describeRecordStoreBounds } from '../../stores/records-bounds.behaviour';
import { describeRecordStoreChanges } from '../../stores/records-changes.behaviour';
import { describeRecordStoreByExample } from '../../stores/records-examples.behaviour';
import { describeRecordStoreHandover } from '../../stores/records-handover.behaviour';
import { describeRecordStoreSnapshot } from '../../stores/records-snapshot.behaviour';
import { type Connection, connect } from '../connection/connection';
import { recordStoresOf } from '../testing/records';
import { hasRedis, type RedisServer, startRedis } from '../testing/redis-server';
import type { RecordsOptions, RedisRecords } from './records';

const described = hasRedis() ? describe : describe.skip;

described('records in Redis', () => {
  let server: RedisServer;
  let connection: Connection;
  beforeAll(async () => {
    server = await startRedis();
    connection = await connect({ url: server.url });
  });
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });

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
