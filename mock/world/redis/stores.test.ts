import { until } from '../../../openapi/program/testing/until';
import { type Listening, listen } from '../../server/server';
import type { Worlds } from '../model';
import { connect } from './connection/connection';
import { hasRedis, type RedisServer, startRedis } from './testing/redis-server';
import { makeReplica } from './testing/replica';

const described = hasRedis() ? describe : describe.skip;

// The whole mock, twice, on one Redis: what one replica does the other shows.

described('two replicas on one Redis', () => {
  const PET = { id: 3, name: 'Kiwi', categoryId: 1 };
  const TWO_A_DAY = [{ window: 'day', requests: 5, seconds: 86_400 }];
  const ISSUED = { value: 'value-of-ann', key: { name: 'ann', plan: 'Free', allowances: TWO_A_DAY, revoked: false } };
  let server: RedisServer;
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

  beforeAll(async () => {
    // So that what it stores can be searched.
    server = await startRedis(['--rdbcompression', 'no']);
    replicas = [await startReplica(), await startReplica()];
  });
  afterAll(async () => {
    for (const { mock, worlds } of replicas) {
      await mock.close();
      await worlds.leave();
    }
    await server.stop();
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
});
