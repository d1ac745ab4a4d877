import { until } from '../../../openapi/program/testing/until';
import { connect } from './connection/connection';
import { onRedis } from './testing/on-redis';
import { issuedKey, makeReplica, type Replica } from './testing/replica';

// The whole mock, twice, on one Redis; what each does for the other is shown by whole programs, too: `mock/replicas.test.ts`.

onRedis(
  'two replicas on one Redis',
  ({ connection: redis, server }) => {
    const WORLD = 'test{test:default}';
    const PET = { id: 3, name: 'Kiwi', categoryId: 1 };
    const ISSUED = issuedKey('ann', 5);
    const OPTIONS = { fixtures: new Map([['pets', new Map([[PET.id, PET]])]]), keys: [ISSUED] };
    let replicas: readonly [Replica, Replica];
    const get = (replica: number, path: string) => (replicas[replica] as Replica).ask(ISSUED.value, 'GET', path);
    const control = async (replica: number, method: string, path: string, body?: unknown): Promise<unknown> =>
      (await replicas[replica]?.control(method, path, body))?.json().catch(() => undefined);

    const keysOf = async (pattern: string) => (await redis.send('', ['KEYS', pattern])) as readonly string[];
    /** The keys of the present state and its records. */
    const presentKeys = async () => {
      const [state, records] = (await redis.send('', ['HMGET', WORLD, 'state', 'records'])) as readonly string[];
      const keys = await keysOf('*{test:default}*');
      return keys.filter((key) => key.includes(`:s${state}:`) || key.includes(`:r${records}:`));
    };

    beforeAll(async () => {
      const start = async () => makeReplica(await connect({ url: server.url }), OPTIONS);
      replicas = [await start(), await start()];
    });
    afterAll(async () => {
      for (const { worlds } of replicas) await worlds.leave();
    });
    beforeEach(() => control(0, 'POST', '/reset'));

    it('answer a request that costs nothing as it was admitted, though its state is gone before its body ends', async () => {
      await control(0, 'PUT', '/choices', { choices: { 'refusals.cost': ['free'] } });
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const headers = { authorization: `Bearer ${ISSUED.value}`, 'content-type': 'application/json' };
      const sent = { method: 'POST', headers, body: readable, duplex: 'half' } as const;
      const reply = replicas[0].served.fetch('http://127.0.0.1/v1/pets', sent);
      await writer.write(Buffer.from('{"name":'));
      await until(async () => {
        const [ann] = (await control(0, 'GET', '/allowances')) as readonly { windows: readonly { used: number }[] }[];
        return ann?.windows[0]?.used === 1;
      });
      const state = await redis.send('', ['HGET', WORLD, 'state']);
      await control(0, 'POST', '/reset');
      await redis.send('', ['UNLINK', ...['counters', 'ledger'].map((part) => `${WORLD}:s${state}:${part}`)]);
      await writer.write(Buffer.from('1}'));
      await writer.close();
      expect([(await reply).status, (await reply).headers.get('x-ratelimit-remaining')]).toEqual([400, '4']);
    });

    it('store no value of a key, wherever a request carries it', async () => {
      const { value } = ISSUED;
      const path = `/v1/pets/${value}?api_key=${value}&b=${value}`;
      await replicas[0].ask(value, 'GET', path, undefined, { cookie: `a=${value}`, 'x-odd': `is ${value}` });
      expect(await control(0, 'GET', '/requests')).toMatchObject([{ path: '/v1/pets/hidden', status: 404 }]);
      const names = await keysOf('*');
      const stored = await Promise.all(names.map((name) => redis.send('', ['DUMP', name])));
      expect(String(stored)).toContain('is hidden');
      expect(String([...stored, names])).not.toContain(value);
    });

    it('change and show through their control planes what is present, though they hear nothing of others', async () => {
      const lasting = await connect({ url: server.url });
      const deaf = await makeReplica(
        { ...lasting, status: lasting.status, subscribe: async () => () => {} },
        { ...OPTIONS, fixtures: new Map() },
      );
      for (let nth = 1; nth <= 3; nth += 1) {
        await control(0, 'POST', '/reset');
        expect((await deaf.control('POST', '/faults', { status: 500, times: nth })).status).toBe(201);
        expect(await control(0, 'GET', '/faults')).toMatchObject([{ rule: { times: nth } }]);
        await control(1, 'POST', '/reset');
        expect((await deaf.control('POST', '/records/pets', { ...PET, id: 9 })).status).toBe(201);
        expect(await control(0, 'GET', '/records?collection=pets')).toMatchObject({ total: 2 });
      }
      await deaf.worlds.leave();
    });

    it('go on where Redis has come back with less than it had, and show what there is', async () => {
      await control(0, 'POST', '/faults', { status: 503, match: { path: '/pets/7' } });
      const counters = (await presentKeys()).find((key) => key.endsWith(':counters')) ?? '';
      expect((await get(0, '/v1/pets')).status).toBe(200);
      await redis.send('', ['HSET', counters, 'rules', '0']);
      expect((await get(0, '/v1/pets')).status).toBe(200);
    });
  },
  // So that what it stores can be searched.
  { settings: ['--rdbcompression', 'no'] },
);
