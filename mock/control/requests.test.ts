import { type StartedMock, startMock } from '../index';
import { type ControlClient, createControlClient } from '../testing/control';
import { sendRaw } from '../testing/socket';
import { startOwn } from '../testing/started';

const NOON = '2026-11-19T12:00:00.000Z';
const VALUES = ['demo-free', 'demo-pro', 'demo-business', 'demo-enterprise', 'demo-revoked', 'no-such-key'];

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
  ['method=POST', [4, 2]],
  ['method=post', [4, 2]],
  ['path=/v1/pets', [5, 4, 2, 1]],
  ['path=/pets', [5, 4, 2, 1]],
  ['path=/pets/*', [3]],
  ['path=/v1/**', [6, 5, 4, 3, 2, 1]],
  ['path=/nowhere', [6]],
  ['path=/nothing', []],
  ['status=404', [6, 3]],
  ['status=4xx', [6, 5, 4, 3]],
  ['status=2XX', [2, 1]],
  ['key=pro', [3, 2]],
  ['key=nobody', []],
  ['since=2026-11-19T12:03:00Z', [6, 5, 4]],
  ['until=2026-11-19T12:03:00Z', [3, 2, 1]],
  ['since=2026-11-19T12:01:00Z&until=2026-11-19T13:03:00%2B01:00', [3, 2]],
  ['limit=2', [6, 5]],
  ['before=5&limit=2', [4, 3]],
  ['before=1', []],
  ['method=post&before=4', [2]],
  ['method=POST&status=4XX&key=free', [4]],
  ['operationId=createPet&limit=1&until=2026-11-19T12:03:00Z', [2]],
  ['path=/v1/pets&since=2026-11-19T12:01:00Z&until=2026-11-19T12:04:00Z&status=201&key=pro&method=POST', [2]],
])('?%s finds those', async (query, ids) => {
  await history();
  expect(await idsOf(`?${query}`)).toEqual(ids);
});

test.each<readonly [unknown, number]>([
  [{}, 6],
  [{ method: 'POST' }, 2],
  [{ method: 'POST', status: '201' }, 1],
  [{ method: 'post', status: 201 }, 1],
  [{ status: '5XX' }, 0],
  [{ path: '/pets', query: { limit: 1 } }, 1],
  [{ headers: { 'Content-Type': 'application/json' } }, 3],
  [{ key: 'pro', since: '2026-11-19T12:02:00Z' }, 1],
  [{ body: { name: 'Rex' } }, 2],
  [{ body: { name: 'Rex', status: 'sold' } }, 1],
  [{ body: { name: 'Rex', status: null } }, 0],
  [{ body: {} }, 3],
  [{ body: null }, 0],
  [{ operationId: 'createPet', path: '/v1/pets', until: '2026-11-19T12:02:00Z', body: { categoryId: 1 } }, 1],
])('%j is counted', async (pattern, wanted) => {
  await history();
  expect(await count(pattern)).toEqual({ count: wanted, forgotten: 0 });
});

test('a number in a body is matched by its exact value', async () => {
  await api('POST', '/pets', 'free', '{"name":"Rex","categoryId":9007199254740993}');
  expect(await count('{"body":{"categoryId":9007199254740993}}')).toMatchObject({ count: 1 });
  expect(await count('{"body":{"categoryId":9007199254740992}}')).toMatchObject({ count: 0 });
});

const LEAP = '2016-12-31T23:59:60Z';
test.each([
  ['status=4', 'must be a status such as "404", or a class of them such as "4XX", not "4"'],
  ['since=yesterday', 'must be a text in the format date-time, not "yesterday"'],
  [`since=${LEAP}`, `must be an instant that the clock can show, not "${LEAP}"`],
  [`until=${LEAP}`, `must be an instant that the clock can show, not "${LEAP}"`],
  ['limit=0', 'must be at least 1, not 0'],
  ['before=0', 'must be at least 1, not 0'],
  ['key=free&key=pro', 'must come once, not 2 times'],
])('?%s is refused', async (query, problem) => {
  const { status, json } = await control('GET', `/requests?${query}`);
  const message = `The query parameter "${query.split('=')[0]}" ${problem}.`;
  expect({ status, json }).toEqual({ status: 400, json: { code: 'invalid_parameter', message, status: 400 } });
});

test.each([
  [{ status: 4 }, '/status must be at least 100, not 4.'],
  [{ since: LEAP }, `/since must be an instant that the clock can show, not "${LEAP}".`],
  [{ until: LEAP }, `/until must be an instant that the clock can show, not "${LEAP}".`],
  [
    { statuses: '404' },
    '/statuses is unknown; there may be operationId, method, path, query, headers, status, key, since, until, body.',
  ],
  [
    { limit: 1 },
    '/limit is unknown; there may be operationId, method, path, query, headers, status, key, since, until, body.',
  ],
])('a count of %j is refused', async (pattern, message) => {
  const { status, json } = await control('POST', '/requests/count', pattern);
  expect({ status, json }).toEqual({ status: 400, json: { code: 'invalid_body', message, status: 400 } });
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
    const large = `POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-free\r\nContent-Length: ${2 ** 30}\r\n\r\n`;
    await sendRaw(mock.baseUrl, [large], { patience: 3000 });
    expect((await list()).map(({ status, request }) => [status, request.body])).toEqual([
      [413, null],
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

test('keys appear by name, never by value, however they were sent', async () => {
  const session = await mock.session();
  const values = [...VALUES, ...Object.values(session.apiKeys)];
  for (const value of values) {
    for (const scheme of ['Bearer', 'bearer', 'Token', 'Basic', '']) {
      await fetch(`${mock.baseUrl}/pets`, { headers: { authorization: `${scheme} ${value}`.trim() } });
    }
    await fetch(`${mock.baseUrl}/pets`, { headers: { cookie: `key=${value}`, 'proxy-authorization': value } });
  }
  const texts = [
    (await control('GET', '/requests?limit=1000')).text,
    (await control('GET', `/sessions/${session.id}/requests?limit=1000`)).text,
    (await control('GET', '/state')).text,
    (await control('GET', `/sessions/${session.id}/allowances`)).text,
    (await control('GET', '/sessions')).text,
    JSON.stringify(await mock.requests()),
    JSON.stringify(await session.requests()),
  ].join('\n');
  for (const value of values) expect(texts).not.toContain(value);
  expect(texts).toContain('{"name":"authorization","value":"Bearer hidden"}');
  expect(texts).toContain('"key":"free"');
  expect(texts).toContain('"key":null');
});

test('of a session are in its own journal', async () => {
  const session = await mock.session();
  await fetch(`${mock.baseUrl}/pets`, { headers: { authorization: `Bearer ${session.apiKeys.free}` } });
  const path = `/sessions/${session.id}/requests`;
  expect((await control('GET', path)).json).toMatchObject([{ id: 1, key: 'free' }]);
  expect((await control('POST', `${path}/count`, { key: 'free' })).json).toEqual({ count: 1, forgotten: 0 });
  expect(await list()).toEqual([]);
  expect((await control('DELETE', path)).status).toBe(204);
  expect((await control('GET', path)).json).toEqual([]);
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
