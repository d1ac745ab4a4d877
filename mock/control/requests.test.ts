import { until } from '../../openapi/program/testing/until';
import { createControlClient, mockAtNoon } from '../testing/control';
import { sendRaw } from '../testing/socket';
import { startOwn } from '../testing/started';

const given = mockAtNoon();
const { control } = given;

interface Shown {
  readonly id: number;
  readonly method: string;
  readonly status: number | null;
  readonly request: { readonly headers: readonly { name: string; value: string }[]; readonly body: string | null };
}

const api = (method: string, path: string, key: string | undefined = 'free', body?: string) =>
  fetch(given.mock.baseUrl + path, {
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
  given.mock.clock.advance(60);
  await api('POST', '/pets', 'pro', '{"name":"Rex","categoryId":1,"status":"sold"}');
  given.mock.clock.advance(60);
  await api('GET', '/pets/99999', 'pro');
  given.mock.clock.advance(60);
  await api('POST', '/pets', 'free', '{"name":"Rex"}');
  given.mock.clock.advance(60);
  await api('GET', '/pets', '');
  given.mock.clock.advance(60);
  await api('PATCH', '/nowhere', 'free', '{}');
}

const list = async (query = ''): Promise<readonly Shown[]> =>
  (await control('GET', `/requests${query}`)).json as readonly Shown[];
const idsOf = async (query: string) => (await list(query)).map(({ id }) => id);

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
  ['key=unknown', []],
])('?%s finds those', async (query, ids) => {
  await history();
  expect(await idsOf(`?${query}`)).toEqual(ids);
});

test('are only those to operations of the API: no OPTIONS, no document, none to the control plane', async () => {
  await fetch(`${given.mock.baseUrl}/pets`, { method: 'OPTIONS' });
  const preflight = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' };
  await fetch(`${given.mock.baseUrl}/pets`, { method: 'OPTIONS', headers: preflight });
  await fetch(new URL('/openapi.json', given.mock.baseUrl));
  await fetch(new URL('/openapi.yaml', given.mock.baseUrl));
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
    await given.mock.allowances.set('pro', { left: { minute: 0 } });
    await api('POST', '/pets', 'pro', '{"name":"Max"}');
    const large = `POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-free\r\nContent-Length: ${2 ** 30}\r\n\r\n`;
    await sendRaw(given.mock.baseUrl, [large], { patience: 3000 });
    expect((await list()).map(({ status, request }) => [status, request.body])).toEqual([
      [413, null],
      [429, '{"name":"Max"}'],
      [401, '{"name":"Rex","categoryId":1}'],
      [400, '{"name":"Rex"}'],
      [400, '{"name":'],
    ]);
  });

  test('of a reply to HEAD is null', async () => {
    await api('HEAD', '/pets');
    expect(await list()).toMatchObject([
      { method: 'HEAD', operationId: 'listPets', status: 200, response: { body: null } },
    ]);
  });
});

test('those of a client that gives up are there at once, not after the delay of ten minutes, without a reply', async () => {
  const { id } = await given.mock.faults.add({ delayMs: 600_000 });
  const headers = { authorization: 'Bearer demo-free' };
  const asked = fetch(`${given.mock.baseUrl}/pets`, { headers, signal: AbortSignal.timeout(50) });
  await expect(asked).rejects.toThrow();
  await until(async () => (await list()).length > 0);
  expect(await list()).toMatchObject([{ method: 'GET', status: null, fault: id }]);
});

test('a journal of three keeps as many, and counts the dropped ones', async () => {
  const small = await startOwn({ journal: 3 });
  const ask = await createControlClient(small);
  for (let sent = 0; sent < 5; sent += 1) await fetch(`${small.baseUrl}/pets`);
  const { json } = await ask('GET', '/requests');
  expect((json as readonly Shown[]).map(({ id }) => id)).toEqual([5, 4, 3]);
  expect((await ask('POST', '/requests/count', { key: 'free' })).json).toEqual({ count: 0, forgotten: 2 });
});

test('a thousand are kept by default, and a hundred listed', async () => {
  const session = await given.mock.session();
  const headers = { authorization: `Bearer ${session.apiKeys.enterprise}` };
  for (let sent = 0; sent < 1001; sent += 1) await fetch(`${given.mock.baseUrl}/pets?limit=1`, { headers });
  const path = `/sessions/${session.id}/requests`;
  expect((await control('GET', path)).json).toHaveLength(100);
  expect((await control('GET', `${path}?limit=100000`)).json).toHaveLength(1000);
  expect((await control('POST', `${path}/count`, {})).json).toEqual({ count: 1000, forgotten: 1 });
}, 60_000);
