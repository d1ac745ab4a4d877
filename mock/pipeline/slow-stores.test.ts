import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { type Listening, listen } from '../server/server';
import { mockOnStores } from '../testing/on-stores';
import type { OpenedSession, Worlds } from '../world/model';
import { slowStores } from '../world/testing/slow-stores';

// The whole mock on stores that answer later: no step of the pipeline may assume that an answer is there at once.

const PET = { id: 3, name: 'Kiwi', categoryId: 1 };
const THREE_A_DAY = [{ window: 'day', requests: 3, seconds: 86_400 }];
const ISSUED = { value: 'value-of-ann', key: { name: 'ann', plan: 'Free', allowances: THREE_A_DAY, revoked: false } };

let worlds: Worlds;
let mock: Listening;
let session: OpenedSession;
beforeAll(async () => {
  const contract = await loadContract(SHIPPED_DOCUMENT);
  const fixtures = new Map([['pets', new Map([[PET.id, PET]])]]);
  const made = await mockOnStores(contract, slowStores(), { fixtures, keys: [ISSUED] });
  worlds = made.worlds;
  mock = await listen(made.served, { host: '127.0.0.1', port: 0 });
});
afterAll(() => mock.close());
beforeEach(async () => {
  await worlds.main.reset();
});
afterEach(async () => {
  if (session !== undefined) await worlds.close(session.id);
});

const ask = (path: string, key = 'value-of-ann', init: RequestInit = {}) =>
  fetch(`${mock.origin}${path}`, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });

const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const response = await fetch(`${mock.origin}/__admin${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text === '' ? response.status : JSON.parse(text);
};

const openUnlimited = async (): Promise<string> => {
  session = await worlds.open({ plans: new Map([['*', []]]) });
  return session.apiKeys.ann ?? '';
};

test('a record is created, read and listed', async () => {
  const key = await openUnlimited();
  const made = await ask('/v1/pets', key, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Rex","categoryId":1}',
  });
  expect([made.status, await made.json()]).toEqual([201, { id: 4, name: 'Rex', categoryId: 1 }]);
  expect(await (await ask('/v1/pets/4', key)).json()).toMatchObject({ name: 'Rex' });
  expect(await (await ask('/v1/pets', key)).json()).toEqual([PET, { id: 4, name: 'Rex', categoryId: 1 }]);
  expect((await ask('/v1/pets/9', key)).status).toBe(404);
});

test('concurrent requests do not exceed the allowance', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, async () => (await ask('/v1/pets')).status));
  expect(all.filter((status) => status === 200)).toHaveLength(3);
  expect(all.filter((status) => status === 429)).toHaveLength(7);
  expect(await control('GET', '/allowances')).toMatchObject([{ name: 'ann', windows: [{ used: 3 }], refusals: 7 }]);
});

test('a fault applies no more often than it may, and can be removed', async () => {
  const key = await openUnlimited();
  const path = `/sessions/${session.id}/faults`;
  expect(await control('POST', path, { status: 503, times: 2 })).toMatchObject({ id: '1' });
  const all = await Promise.all(Array.from({ length: 6 }, async () => (await ask('/v1/pets', key)).status));
  expect(all.filter((status) => status === 503)).toHaveLength(2);
  expect(await control('GET', path)).toMatchObject([{ id: '1', struck: 2 }]);
  expect(await control('DELETE', `${path}/1`)).toBe(204);
  expect(await control('DELETE', `${path}/1`)).toMatchObject({ status: 404 });
});

test('the journal is searched, counted and cleared', async () => {
  await ask('/v1/pets');
  await ask('/v1/pets/3');
  expect(await control('GET', '/requests?limit=5')).toMatchObject([{ id: 2, operationId: 'getPet' }, { id: 1 }]);
  expect(await control('POST', '/requests/count', { key: 'ann' })).toEqual({ count: 2, forgotten: 0 });
  expect(await control('DELETE', '/requests')).toBe(204);
  expect(await control('GET', '/requests')).toEqual([]);
});

test('a state is restored as it was read', async () => {
  await ask('/v1/pets');
  const state = (await control('GET', '/state')) as { readonly clock: object };
  await control('POST', '/reset');
  const put = { ...state, clock: { now: '2031-01-01T00:00:00.000Z', frozen: true } };
  const { clock: _, ...rest } = state;
  expect(await control('PUT', '/state', put)).toMatchObject(rest);
});

test('sessions are opened, listed and closed, and no more than there may be', async () => {
  const opened = await Promise.allSettled(Array.from({ length: 8 }, () => worlds.open()));
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const { id } of await worlds.sessions()) await worlds.close(id);
  expect(await control('GET', '/sessions')).toEqual([]);
});

test('a session that is closed while it is opened leaves no key behind', async () => {
  const opening = worlds.open();
  let open = await worlds.sessions();
  while (open.length === 0) open = await worlds.sessions();
  for (const { id } of open) await worlds.close(id);
  const { id, apiKeys } = await opening;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await worlds.worldOfSession(id)).toBeUndefined();
  expect(Object.values(apiKeys).map((value) => worlds.keyValues.has(value))).toEqual([false]);
});
