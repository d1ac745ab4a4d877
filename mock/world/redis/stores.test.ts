import { until } from '../../../openapi/program/testing/until';
import { type Listening, listen } from '../../server/server';
import type { Worlds } from '../model';
import { StoreUnavailable } from '../stores/failures';
import { connect, type LastingConnection } from './connection/connection';
import { onRedis } from './testing/on-redis';
import { makeReplica } from './testing/replica';

// The whole mock, twice, on one Redis: what one replica does the other shows.

onRedis(
  'two replicas on one Redis',
  ({ connection: redis, server }) => {
    const PET = { id: 3, name: 'Kiwi', categoryId: 1 };
    const TWO_A_DAY = [{ window: 'day', requests: 5, seconds: 86_400 }];
    const ISSUED = { value: 'value-of-ann', key: { name: 'ann', plan: 'Free', allowances: TWO_A_DAY, revoked: false } };
    let replicas: readonly { readonly worlds: Worlds; readonly mock: Listening }[] = [];

    const startReplica = async () => {
      const fixtures = new Map([['pets', new Map([[PET.id, PET]])]]);
      const { worlds, served } = await makeReplica(await connect({ url: server.url }), { fixtures, keys: [ISSUED] });
      return { worlds, mock: await listen(served, { host: '127.0.0.1', port: 0 }) };
    };
    const ask = (replica: number, path: string, init: RequestInit = {}) =>
      fetch(`${replicas[replica]?.mock.origin}${path}`, {
        ...init,
        headers: { authorization: 'Bearer value-of-ann', 'content-type': 'application/json' },
      });
    const control = async (replica: number, method: string, path: string, body?: unknown): Promise<unknown> => {
      const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return (await fetch(`${replicas[replica]?.mock.origin}/__admin${path}`, init)).json().catch(() => undefined);
    };

    /** The keys of the present state and its records, and after how many milliseconds each of them ends; -1: never. */
    const presentKeys = async () => {
      const world = 'test{test:default}';
      const [state, records] = (await redis.send('', ['HMGET', world, 'state', 'records'])) as readonly string[];
      const keys = (await redis.send('', ['KEYS', '*{test:default}*'])) as readonly string[];
      const present = keys.filter((key) => key.includes(`:s${state}:`) || key.includes(`:r${records}:`));
      return Promise.all(present.map(async (key) => ({ key, end: Number(await redis.send('', ['PTTL', key])) })));
    };

    beforeAll(async () => {
      replicas = [await startReplica(), await startReplica()];
    });
    afterAll(async () => {
      for (const { mock, worlds } of replicas) {
        await mock.close();
        await worlds.leave();
      }
    });
    beforeEach(() => control(0, 'POST', '/reset'));

    it('show what the other has stored, and the fixtures once', async () => {
      const body = JSON.stringify({ name: 'Rex', categoryId: 1 });
      expect(await (await ask(0, '/v1/pets', { method: 'POST', body })).json()).toMatchObject({ id: 4, name: 'Rex' });
      expect(await (await ask(1, '/v1/pets/4')).json()).toMatchObject({ name: 'Rex' });
      expect(await (await ask(1, '/v1/pets')).json()).toHaveLength(2);
    });

    it('serve the allowance once between them', async () => {
      const replies = await Promise.all(Array.from({ length: 12 }, (_, nth) => ask(nth % 2, '/v1/pets')));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    });

    it('have one clock, and one fault that strikes so often in all', async () => {
      await control(0, 'PUT', '/clock', { action: 'freeze' });
      const moved = await control(1, 'PUT', '/clock', { action: 'advance', seconds: 86_400 });
      expect(moved).toMatchObject({ frozen: true });
      expect(await control(0, 'GET', '/clock')).toMatchObject({ now: (moved as { now: string }).now, frozen: true });
      await control(0, 'POST', '/faults', { status: 503, times: 3 });
      const statuses: number[] = [];
      for (let nth = 0; nth < 5; nth += 1) statuses.push((await ask(nth % 2, '/v1/pets')).status);
      expect(statuses).toEqual([503, 503, 503, 200, 200]);
    });

    it('are reset together', async () => {
      const body = JSON.stringify({ name: 'Rex', categoryId: 1 });
      await ask(0, '/v1/pets', { method: 'POST', body });
      await control(0, 'POST', '/reset');
      const reply = await ask(1, '/v1/pets');
      expect(await reply.json()).toEqual([PET]);
      expect(reply.headers.get('x-ratelimit-remaining')).toBe('4');
    });

    it('answer a request that costs nothing as it was admitted, though its state is gone before its body ends', async () => {
      const world = 'test{test:default}';
      await control(0, 'PUT', '/choices', { choices: { 'refusals.cost': ['free'] } });
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const reply = ask(0, '/v1/pets', { method: 'POST', body: readable, duplex: 'half' });
      await writer.write(Buffer.from('{"name":'));
      await until(async () => {
        const [ann] = (await control(0, 'GET', '/allowances')) as readonly { windows: readonly { used: number }[] }[];
        return ann?.windows[0]?.used === 1;
      });
      const state = await redis.send('', ['HGET', world, 'state']);
      await control(0, 'POST', '/reset');
      await redis.send('', ['UNLINK', ...['counters', 'ledger'].map((part) => `${world}:s${state}:${part}`)]);
      await writer.write(Buffer.from('1}'));
      await writer.close();
      expect([(await reply).status, (await reply).headers.get('x-ratelimit-remaining')]).toEqual([400, '4']);
    });

    it('have one journal, which is heard, searched and cleared at either', async () => {
      const leaving = new AbortController();
      const streamed = await fetch(`${replicas[1]?.mock.origin}/__admin/requests/stream`, { signal: leaving.signal });
      let text = '';
      const left = (async () => {
        for await (const part of streamed.body ?? []) text += Buffer.from(part).toString();
      })().catch(() => undefined);
      const heard = () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id);
      const changes = () => [...text.matchAll(/^event: change$/gm)].length;
      for (let nth = 0; nth < 4; nth += 1) await ask(nth % 2, `/v1/pets?nth=${nth}`);
      await until(() => heard().length >= 4);
      expect(heard()).toEqual(['1', '2', '3', '4']);
      const requests = (replica: number) => control(replica, 'GET', '/requests');
      expect(await requests(0)).toEqual(await requests(1));
      expect(await requests(0)).toMatchObject([3, 2, 1, 0].map((nth) => ({ id: nth + 1, query: `nth=${nth}` })));
      expect(await control(1, 'POST', '/requests/count', { method: 'GET' })).toEqual({ count: 4, forgotten: 0 });
      const changesBefore = changes();
      await control(0, 'DELETE', '/requests');
      expect(await requests(1)).toEqual([]);
      await until(() => changes() > changesBefore);
      await control(0, 'POST', '/reset');
      await ask(0, '/v1/pets');
      await until(() => heard().length >= 5);
      expect(heard()).toEqual(['1', '2', '3', '4', '1']);
      leaving.abort();
      await left;
    });

    it('store no value of a key, wherever a request carries it', async () => {
      const value = ISSUED.value;
      const headers = { authorization: `Bearer ${value}`, cookie: `a=${value}`, 'x-odd': `is ${value}` };
      await fetch(`${replicas[0]?.mock.origin}/v1/pets/${value}?api_key=${value}&b=${value}`, { headers });
      expect(await control(0, 'GET', '/requests')).toMatchObject([{ path: '/v1/pets/hidden', status: 404 }]);
      const connection = await connect({ url: server.url });
      const names = await connection.send('', ['KEYS', '*']);
      const stored = await Promise.all([names].flat().map(async (name) => connection.send('', ['DUMP', String(name)])));
      await connection.close();
      expect(String(stored)).toContain('is hidden');
      expect(String([...stored, names])).not.toContain(value);
    });

    it('change and show through their control planes what is present, though they hear nothing of others', async () => {
      const lasting = await connect({ url: server.url });
      const { worlds, served } = await makeReplica(
        { ...lasting, status: lasting.status, subscribe: async () => () => {} },
        { fixtures: new Map(), keys: [ISSUED] },
      );
      const deaf = async (method: string, path: string, body: unknown) =>
        (await served.fetch(`/__admin${path}`, { method, body: JSON.stringify(body) })).status;
      for (let nth = 1; nth <= 3; nth += 1) {
        await control(0, 'POST', '/reset');
        expect(await deaf('POST', '/faults', { status: 500, times: nth })).toBe(201);
        expect(await control(0, 'GET', '/faults')).toMatchObject([{ rule: { times: nth } }]);
        await control(1, 'POST', '/reset');
        expect(await deaf('POST', '/records/pets', { ...PET, id: 9 })).toBe(201);
        expect(await control(0, 'GET', '/records?collection=pets')).toMatchObject({ total: 2 });
      }
      await worlds.leave();
    });

    it('keep what is present where the answer to a reset is lost', async () => {
      const lasting = await connect({ url: server.url });
      let isLost = false;
      const losing: LastingConnection = {
        ...lasting,
        get status() {
          return lasting.status;
        },
        async run(step, keys, args) {
          const told = await lasting.run(step, keys, args);
          if (isLost && step.lua.includes("'PUBLISH'")) throw new StoreUnavailable('lost');
          return told;
        },
      };
      const { worlds } = await makeReplica(losing, { fixtures: new Map(), keys: [ISSUED] });
      isLost = true;
      await expect(worlds.main.reset()).rejects.toThrow(StoreUnavailable);
      await worlds.leave();
      const present = await presentKeys();
      expect(present.filter(({ end }) => end >= 0)).toEqual([]);
      expect(present.length).toBeGreaterThan(1);
    });

    it('leave nothing behind of all but the last of many resets at once', async () => {
      /** The numbers of states and record stores that stay, and the world. */
      const lasting = async () => {
        const keys = (await redis.send('', ['KEYS', '*{test:default}*'])) as readonly string[];
        const found = new Set<string>();
        for (const key of keys)
          if (Number(await redis.send('', ['PTTL', key])) < 0) found.add(/:([rs]\d+):/.exec(key)?.[1] ?? 'world');
        return found;
      };
      const before = await lasting();
      await Promise.all([0, 1, 0, 1].map((replica) => control(replica, 'POST', '/reset')));
      const after = await lasting();
      expect([...after].filter((number) => before.has(number))).not.toHaveLength(before.size);
      expect(after.size).toBe(before.size);
    });

    it('go on where Redis has come back with less than it had, and show what there is', async () => {
      await control(0, 'POST', '/faults', { status: 503, match: { path: '/nowhere' } });
      const counters = (await presentKeys()).find(({ key }) => key.endsWith(':counters'))?.key ?? '';
      expect((await ask(0, '/v1/pets')).status).toBe(200);
      await redis.send('', ['HSET', counters, 'rules', '0']);
      expect((await ask(0, '/v1/pets')).status).toBe(200);
    });
  },
  // So that what it stores can be searched.
  { settings: ['--rdbcompression', 'no'] },
);
