import { until } from '../openapi/program/testing/until';
import { startCommand } from './testing/command';
import { connect } from './world/redis/connection/connection';
import { hasRedis, startRedis } from './world/redis/testing/redis-server';

const described = hasRedis() ? describe : describe.skip;

described('a replica that is killed while it stores many records', () => {
  test('leaves nothing for good but what was there before', async () => {
    const server = await startRedis();
    const redis = await connect({ url: server.url });
    const texts = async (command: readonly string[]) => (await redis.send('', command)) as readonly string[];
    const mock = await startCommand(['--store', server.url]);
    const lasting = async () => {
      const keys = await texts(['KEYS', '*']);
      const ends = await Promise.all(keys.map(async (key) => Number(await redis.send('', ['PTTL', key]))));
      return keys.filter((_, place) => (ends[place] ?? 0) < 0).sort();
    };
    const before = await lasting();
    expect(before.length).toBeGreaterThan(5);

    const pets = Array.from({ length: 30_000 }, (_, nth) => ({ id: nth + 1, name: `P${nth}`, categoryId: 1 }));
    const body = JSON.stringify({ records: { pets } });
    const headers = { 'content-type': 'application/json' };
    const stored = fetch(new URL('/__admin/state', mock.baseUrl), { method: 'PUT', headers, body }).catch(() => {});
    await until(async () => (await texts(['KEYS', '*:r4:store:1:texts'])).length === 1);
    await mock.stop('SIGKILL');
    await stored;
    expect(await lasting()).toEqual(before);
    expect((await texts(['KEYS', '*:r4:*'])).length).toBeGreaterThan(1);
    await redis.close();
    await server.stop();
  });
});
