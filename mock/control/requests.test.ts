import { until } from '../../openapi/program/testing/until';
import { type StartedMock, startMock } from '../index';
import { type ControlClient, createControlClient } from '../testing/control';
import { sendRaw } from '../testing/socket';
import { startOwn } from '../testing/started';

const NOON = '2026-11-19T12:00:00.000Z';

let mock: StartedMock;
let control: ControlClient;
beforeAll(async () => {
  mock = await startMock();
  control = await createControlClient(mock);
});
afterAll(() => mock.close());
beforeEach(async () => {
  await mock.reset();
  mock.clock.freeze();
  mock.clock.set(NOON);
});

interface Shown {
  readonly id: number;
  readonly method: string;
  readonly status: number | null;
  readonly request: { readonly headers: readonly { name: string; value: string }[]; readonly body: string | null };
}

const api = (method: string, path: string, key: string | undefined = 'free', body?: string) =>
  fetch(mock.baseUrl + path, {
    method,
    headers: {
      ...(key === '' ? {} : { authorization: `Bearer demo-${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  }).then((response) => response.text());

/** Six requests, a minute apart: ids 1 to 6. */
async function history(): Promise<void> {
  await api('GET', '/pets?limit=1');
  mock.clock.advance(60);
  await api('POST', '/pets', 'pro', '{"name":"Rex","categoryId":1,"status":"sold"}');
  mock.clock.advance(60);
  await api('GET', '/pets/99999', 'pro');
  mock.clock.advance(60);
  await api('POST', '/pets', 'free', '{"name":"Rex"}');
  mock.clock.advance(60);
  await api('GET', '/pets', '');
  mock.clock.advance(60);
  await api('PATCH', '/nowhere', 'free', '{}');
}

const list = async (query = ''): Promise<readonly Shown[]> =>
  (await control('GET', `/requests${query}`)).json as readonly Shown[];
const idsOf = async (query: string) => (await list(query)).map(({ id }) => id);
const count = async (pattern: unknown) => (await control('POST', '/requests/count', pattern)).json;

test('are listed newest first, each with both messages', async () => {
  await history();
  const requests = await list();
  expect(requests.map(({ id, method, status }) => [id, method, status])).toEqual([
    [6, 'PATCH', 404],
    [5, 'GET', 401],
    [4, 'POST', 400],
    [3, 'GET', 404],
    [2, 'POST', 201],
    [1, 'GET', 200],
  ]);
  expect(requests[4]).toMatchObject({
    id: 2,
    at: '2026-11-19T12:01:00.000Z',
    durationMs: expect.any(Number),
    method: 'POST',
    path: '/v1/pets',
    query: '',
    operationId: 'createPet',
    key: 'pro',
    status: 201,
    fault: null,
    request: { body: '{"name":"Rex","categoryId":1,"status":"sold"}', truncated: false },
    response: { body: '{"id":127,"name":"Rex","categoryId":1,"status":"sold"}', truncated: false },
  });
  expect(requests[5]).toMatchObject({ query: 'limit=1', operationId: 'listPets', request: { body: null } });
  expect(requests[0]).toMatchObject({ operationId: null, path: '/v1/nowhere', key: 'free', status: 404 });
});

test.each([
  ['operationId=createPet', [4, 2]],
  ['method=post&before=4', [2]],
  ['path=/pets', [5, 4, 2, 1]],
  ['status=4xx&key=free', [6, 4]],
  ['since=2026-11-19T12:01:00Z&until=2026-11-19T13:03:00%2B01:00', [3, 2]],
  ['before=5&limit=2', [4, 3]],
  ['key=nobody', []],
])('?%s finds those', async (query, ids) => {
  await history();
  expect(await idsOf(`?${query}`)).toEqual(ids);
});

test('are counted by a pattern, a number in a body by its exact value', async () => {
  await history();
  await api('POST', '/pets', 'free', '{"name":"Max","categoryId":9007199254740993}');
  expect(await count({})).toEqual({ count: 7, forgotten: 0 });
  expect(await count({ method: 'post', status: '2XX', body: { name: 'Rex' } })).toMatchObject({ count: 1 });
  expect(await count('{"body":{"categoryId":9007199254740993}}')).toMatchObject({ count: 1 });
  expect(await count('{"body":{"categoryId":9007199254740992}}')).toMatchObject({ count: 0 });
});

test('are removed by DELETE, and later ones continue the ids', async () => {
  await history();
  expect(await control('DELETE', '/requests')).toMatchObject({ status: 204, text: '' });
  expect(await list()).toEqual([]);
  expect(await count({})).toEqual({ count: 0, forgotten: 0 });
  await api('GET', '/pets');
  expect(await idsOf('')).toEqual([7]);
});

test('are only those to operations of the API: no OPTIONS, no document, none to the control plane', async () => {
  await fetch(`${mock.baseUrl}/pets`, { method: 'OPTIONS' });
  const preflight = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' };
  await fetch(`${mock.baseUrl}/pets`, { method: 'OPTIONS', headers: preflight });
  await fetch(new URL('/openapi.json', mock.baseUrl));
  await fetch(new URL('/openapi.yaml', mock.baseUrl));
  await control('GET', '/clock');
  await control('GET', '/nope');
  await control('GET', '/requests');
  await control('POST', '/requests/count', {});
  expect(await list()).toEqual([]);
});

describe('a body', () => {
  test('that was refused is shown as it was sent, and one that was not read is not', async () => {
    await api('POST', '/pets', 'free', '{"name":');
    await api('POST', '/pets', 'free', '{"name":"Rex"}');
    await api('POST', '/pets', '', '{"name":"Rex","categoryId":1}');
    await mock.allowances.set('pro', { left: { minute: 0 } });
    await api('POST', '/pets', 'pro', '{"name":"Max"}');
    const large = `POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-free\r\nContent-Length: ${2 ** 30}\r\n\r\n`;
    await sendRaw(mock.baseUrl, [large], { patience: 3000 });
    expect((await list()).map(({ status, request }) => [status, request.body])).toEqual([
      [413, null],
      [429, '{"name":"Max"}'],
      [401, '{"name":"Rex","categoryId":1}'],
      [400, '{"name":"Rex"}'],
      [400, '{"name":'],
    ]);
  });

  test('is shown up to 64 KiB', async () => {
    const body = JSON.stringify({ name: 'é'.repeat(40_000), categoryId: 1 });
    await api('POST', '/pets', 'free', body);
    const [shown] = await list();
    expect(shown).toMatchObject({ status: 201, request: { truncated: true }, response: { truncated: true } });
    expect(body.startsWith(shown?.request.body ?? 'nothing')).toBe(true);
    expect(Buffer.byteLength(shown?.request.body ?? '')).toBeGreaterThan(65_530);
    expect(Buffer.byteLength(shown?.request.body ?? '')).toBeLessThanOrEqual(65_536);
    expect(await count({ body: { categoryId: 1 } })).toEqual({ count: 0, forgotten: 0 });
  });

  test('of a reply to HEAD is null', async () => {
    await api('HEAD', '/pets');
    expect(await list()).toMatchObject([
      { method: 'HEAD', operationId: 'listPets', status: 200, response: { body: null } },
    ]);
  });
});

test('those of a client that gives up are there at once, not after the delay of ten minutes, without a reply', async () => {
  const { id } = await mock.faults.add({ delayMs: 600_000 });
  const headers = { authorization: 'Bearer demo-free' };
  const given = fetch(`${mock.baseUrl}/pets`, { headers, signal: AbortSignal.timeout(50) });
  await expect(given).rejects.toThrow();
  await until(async () => (await list()).length > 0);
  expect(await list()).toMatchObject([{ method: 'GET', status: null, fault: id }]);
});

test.each([
  [3, [5, 4, 3], { count: 3, forgotten: 2 }],
  [1, [5], { count: 1, forgotten: 4 }],
  [0, [], { count: 0, forgotten: 5 }],
])('a journal of the size %d keeps as many, and counts the dropped ones', async (journal, ids, counted) => {
  const small = await startOwn({ journal });
  const ask = await createControlClient(small);
  for (let sent = 0; sent < 5; sent += 1) await fetch(`${small.baseUrl}/pets`);
  const { json } = await ask('GET', '/requests');
  expect((json as readonly Shown[]).map(({ id }) => id)).toEqual(ids);
  expect((await ask('POST', '/requests/count', {})).json).toEqual(counted);
});

test('a thousand are kept by default, and a hundred listed', async () => {
  const session = await mock.session();
  const headers = { authorization: `Bearer ${session.apiKeys.enterprise}` };
  for (let sent = 0; sent < 1001; sent += 1) await fetch(`${mock.baseUrl}/pets?limit=1`, { headers });
  const path = `/sessions/${session.id}/requests`;
  expect((await control('GET', path)).json).toHaveLength(100);
  expect((await control('GET', `${path}?limit=100000`)).json).toHaveLength(1000);
  expect((await control('POST', `${path}/count`, {})).json).toEqual({ count: 1000, forgotten: 1 });
}, 60_000);
