import type { Abort } from '../../openapi/types/control';
import { type StartedMock, startMock } from '../index';
import { type ControlClient, createControlClient } from '../testing/control';
import { sendRaw } from '../testing/socket';
import { startOwn } from '../testing/started';

const NOON = '2026-11-19T12:00:00.000Z';

let mock: StartedMock;
let control: ControlClient;
beforeAll(async () => {
  mock = await startMock({ checkReplies: true });
  control = await createControlClient(mock);
});
afterAll(() => mock.close());
beforeEach(async () => {
  await mock.reset();
  mock.clock.freeze();
  mock.clock.set(NOON);
});

const get = (path = '/pets?limit=1', key = 'demo-free') =>
  fetch(mock.baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
const add = async (rule: unknown): Promise<string> =>
  ((await control('POST', '/faults', rule)).json as { id: string }).id;
const statuses = async (times: number, ask = get): Promise<readonly number[]> => {
  const found: number[] = [];
  for (let sent = 0; sent < times; sent += 1) found.push((await ask()).status);
  return found;
};

describe('a status', () => {
  test('is answered in the envelope, with what is left of the allowance', async () => {
    const { status, json } = await control('POST', '/faults', { status: 418 });
    expect({ status, json }).toEqual({
      status: 201,
      json: { id: expect.any(String), rule: { status: 418 }, struck: 0 },
    });
    const response = await get();
    expect(response.status).toBe(418);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('59');
    expect(await response.json()).toEqual({
      code: 'im_a_teapot',
      message: 'The mock was told to answer 418.',
      status: 418,
    });
    expect((await control('GET', '/faults')).json).toMatchObject([{ struck: 1 }]);
  });

  test.each([
    [503, { 'retry-after': '1' }],
    [429, { 'retry-after': '60' }],
    [401, { 'www-authenticate': 'Bearer realm="Animal Store API"' }],
    [405, { allow: 'GET, POST, HEAD, OPTIONS' }],
    [500, { 'retry-after': null }],
  ])('%d comes with the headers that it needs', async (status, headers) => {
    await add({ status });
    const response = await get();
    expect(response.status).toBe(status);
    for (const [name, value] of Object.entries(headers))
      expect([name, response.headers.get(name)]).toEqual([name, value]);
    expect(await response.json()).toMatchObject({ status });
  });

  test('is in the journal, with the id of the fault', async () => {
    const id = await add({ status: 503 });
    await get();
    expect((await control('GET', '/requests')).json).toMatchObject([{ status: 503, fault: id, key: 'free' }]);
  });

  test('takes a request from the allowance, and changes no record', async () => {
    await add({ status: 500, operationId: 'createPet' });
    const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json' };
    const body = '{"name":"Nobody","categoryId":1}';
    expect((await fetch(`${mock.baseUrl}/pets`, { method: 'POST', headers, body })).status).toBe(500);
    expect((await control('GET', '/records?contains=nobody')).json).toMatchObject({ total: 0 });
    expect((await control('GET', '/allowances')).json).toMatchObject([{ windows: [{ used: 1 }, {}] }, {}, {}, {}, {}]);
  });
});

describe('a delay', () => {
  const SLOW = 150;
  const timed = async (): Promise<readonly [number, boolean]> => {
    const startedAt = performance.now();
    const { status } = await get();
    return [status, performance.now() - startedAt >= SLOW - 5];
  };

  test('lets the request continue, even while the clock is frozen', async () => {
    await add({ delayMs: SLOW });
    expect(await timed()).toEqual([200, true]);
    expect((await control('GET', '/requests')).json).toMatchObject([{ status: 200, fault: '1', at: NOON }]);
  });

  test('comes before the status of the same fault', async () => {
    await add({ delayMs: SLOW, status: 503 });
    expect(await timed()).toEqual([503, true]);
  });

  test('of several is the sum', async () => {
    await add({ delayMs: 75 });
    await add({ delayMs: 75 });
    expect(await timed()).toEqual([200, true]);
  });
});

describe('an abort', () => {
  const request = 'GET /v1/pets?limit=1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-free\r\n\r\n';
  const heardAfter = async (kind: Abort) => {
    await add({ abort: kind });
    return sendRaw(mock.baseUrl, [request], { patience: 5000 });
  };

  test.each(['CONNECTION_RESET_BY_PEER', 'EMPTY_RESPONSE'] as const)('%s sends nothing', async (kind) => {
    expect(await heardAfter(kind)).toEqual({ text: '', closed: true });
  });

  test('MALFORMED_RESPONSE_CHUNK sends a head, and no valid chunk', async () => {
    const { text, closed } = await heardAfter('MALFORMED_RESPONSE_CHUNK');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Transfer-Encoding: chunked\r\n\r\n[g-z]/s);
    expect(closed).toBe(true);
  });

  test('RANDOM_DATA_THEN_CLOSE sends no HTTP', async () => {
    const { text, closed } = await heardAfter('RANDOM_DATA_THEN_CLOSE');
    expect(text).toMatch(/^[\x80-\xff]+$/);
    expect(closed).toBe(true);
  });

  test('is in the journal without a status, and takes a request from the allowance', async () => {
    const id = await add({ abort: 'EMPTY_RESPONSE' });
    await expect(get()).rejects.toThrow('fetch failed');
    expect((await control('GET', '/requests')).json).toMatchObject([
      { status: null, fault: id, key: 'free', response: { headers: [], body: null } },
    ]);
    expect((await control('GET', '/allowances')).json).toMatchObject([{ windows: [{ used: 1 }, {}] }, {}, {}, {}, {}]);
  });
});

describe('a rule', () => {
  test('for an operation strikes only that', async () => {
    await add({ operationId: 'getPet', status: 503 });
    expect([(await get()).status, (await get('/pets/1')).status]).toEqual([200, 503]);
  });

  test('for a key strikes only that', async () => {
    await add({ key: 'pro', status: 503 });
    const pro = await get('/pets', 'demo-pro');
    expect([(await get()).status, pro.status, (await get('/pets', 'none')).status]).toEqual([200, 503, 401]);
  });

  test('strikes at most as many times as it says', async () => {
    await add({ times: 2, status: 503 });
    expect(await statuses(4)).toEqual([503, 503, 200, 200]);
    expect((await control('GET', '/faults')).json).toMatchObject([{ struck: 2 }]);
  });

  test('with probability 0 never strikes', async () => {
    await add({ probability: 0, status: 503 });
    expect(await statuses(3)).toEqual([200, 200, 200]);
  });

  test('strikes the same requests with the same seed, and others with another', async () => {
    const run = async (seed: number): Promise<readonly number[]> => {
      const one = await startOwn({ seed });
      const ask = await createControlClient(one);
      await ask('POST', '/faults', { status: 503, probability: 0.5 });
      const found = await statuses(20, () => fetch(`${one.baseUrl}/pets`));
      return found;
    };
    const first = await run(7);
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([503, 401]));
  });

  test('strikes as before after a reset', async () => {
    const run = async () => {
      await add({ status: 503, probability: 0.5 });
      return statuses(20);
    };
    const first = await run();
    await control('POST', '/reset');
    expect(await run()).toEqual(first);
  });

  test('is applied in the order of creation, up to the first that answers', async () => {
    const [first, second] = [await add({ status: 500, times: 1 }), await add({ status: 503 })];
    expect(await statuses(2)).toEqual([500, 503]);
    expect((await control('GET', '/faults')).json).toMatchObject([
      { id: first, struck: 1 },
      { id: second, struck: 1 },
    ]);
  });

  test('is removed by its id, or all of them', async () => {
    const [first] = [await add({ status: 500 }), await add({ status: 503 }), await add({ status: 504 })];
    expect(await control('DELETE', `/faults/${first}`)).toMatchObject({ status: 204, text: '' });
    expect(await statuses(1)).toEqual([503]);
    expect(await control('DELETE', '/faults')).toMatchObject({ status: 204, text: '' });
    expect((await control('GET', '/faults')).json).toEqual([]);
    expect(await statuses(1)).toEqual([200]);
  });

  test('with an unknown id is refused with the known ones', async () => {
    const ids = [await add({ delayMs: 0 }), await add({ delayMs: 0 })];
    const { status, json } = await control('DELETE', '/faults/x');
    const message = `There is no fault "x"; there is ${ids.join(', ')}.`;
    expect({ status, json }).toEqual({ status: 404, json: { code: 'not_found', message, status: 404 } });
    await control('DELETE', '/faults');
    expect((await control('DELETE', `/faults/${'x'.repeat(200)}`)).json).toMatchObject({
      message: `There is no fault "${'x'.repeat(99)}…".`,
    });
  });
});

test.each<readonly [unknown, string]>([
  [{}, 'The request body must be an object with status, body, text, delayMs or abort, not {}.'],
  [{ times: 2 }, 'The request body must be an object with status, body, text, delayMs or abort, not {"times":2}.'],
  [
    { status: 503, abort: 'EMPTY_RESPONSE' },
    'The request body must be an object without both status and abort, not {"status":503,"abort":"EMPTY_RESPONSE"}.',
  ],
  [{ status: 199 }, '/status must be at least 200, not 199.'],
  [{ status: 600 }, '/status must be at most 599, not 600.'],
  [{ status: '503' }, '/status must be an integer, not "503".'],
  [{ delayMs: -1 }, '/delayMs must be at least 0, not -1.'],
  [{ delayMs: 600_001 }, '/delayMs must be at most 600000, not 600001.'],
  [{ status: 503, probability: 1.1 }, '/probability must be at most 1, not 1.1.'],
  [{ status: 503, times: 0 }, '/times must be at least 1, not 0.'],
  [
    { status: 503, when: 'now' },
    '/when is unknown; there may be match, operationId, key, status, headers, body, text, mediaType, delayMs, abort, after, probability, times.',
  ],
  [[], 'The request body must be an object, not [].'],
  [null, 'The request body must be an object, not null.'],
  [
    { abort: 'PLEASE' },
    '/abort must be one of "CONNECTION_RESET_BY_PEER", "EMPTY_RESPONSE", "MALFORMED_RESPONSE_CHUNK", "RANDOM_DATA_THEN_CLOSE", not "PLEASE".',
  ],
  [{ body: 1, text: '' }, 'The request body must be an object without both body and text, not {"body":1,"text":""}.'],
  [{ delayMs: { from: 3, to: 2 } }, '/delayMs/to must be at least 3, as /delayMs/from, not 2.'],
  [{ delayMs: 1, headers: { a: '1' } }, '/headers must be absent without a reply: give /status, /body or /text, too.'],
  [{ status: 500, mediaType: 'text/html' }, '/mediaType must be absent without a body: give /body or /text, too.'],
  [{ status: 204, body: null }, '/body must be absent: HTTP allows no body with the status 204.'],
  [{ status: 304, text: '' }, '/text must be absent: HTTP allows no body with the status 304.'],
  [
    { status: 500, headers: { 'Content-Length': 1 } },
    '/headers/Content-Length must be absent: the server itself writes this header.',
  ],
  [
    { status: 500, headers: { 'Retry After': '1' } },
    "/headers/Retry After is no name of a header: HTTP allows letters, digits and !#$%&'*+.^_`|~- there.",
  ],
  [
    { status: 500, headers: { 'Set-Cookie': ['a=1', 'b=\n'] } },
    '/headers/Set-Cookie must have no character that HTTP forbids in a header, not "b=\\n".',
  ],
  [
    { status: 500, match: { path: 'pets' } },
    '/match/path must be a path that begins with / or **, without a query (that goes into "query"), not "pets".',
  ],
  [{ status: 500, match: { method: 'GE T' } }, '/match/method must be a method such as GET, not "GE T".'],
  [{ text: 'x', mediaType: 'html' }, '/mediaType must be a media type such as text/html, not "html".'],
  [
    { status: 500, match: { status: 200 } },
    '/match/status is unknown; there may be operationId, method, path, query, headers, key, body.',
  ],
  [{ status: 500, key: 'free', match: { key: 'free' } }, '/match/key must be absent, since /key has it.'],
  [
    { status: 500, match: { operationId: 'nope' } },
    '/match/operationId must be one of listPets, createPet, getPet, not "nope".',
  ],
  [{ status: 503, operationId: 'nope' }, '/operationId must be one of listPets, createPet, getPet, not "nope".'],
  [
    { status: 503, key: 'nobody' },
    '/key must be the name of a key: one of free, pro, business, enterprise, revoked, not "nobody".',
  ],
])('%j is no rule', async (rule, message) => {
  const { status, json } = await control('POST', '/faults', rule);
  expect({ status, json }).toEqual({ status: 400, json: { code: 'invalid_body', message, status: 400 } });
  expect((await control('GET', '/faults')).json).toEqual([]);
});

test('a fault affects only its own world, and never the control plane', async () => {
  const session = await mock.session();
  await add({ abort: 'CONNECTION_RESET_BY_PEER' });
  expect((await get('/pets', session.apiKeys.free)).status).toBe(200);
  expect((await control('GET', `/sessions/${session.id}/faults`)).json).toEqual([]);
  await control('DELETE', '/faults');
  await control('POST', `/sessions/${session.id}/faults`, { status: 503 });
  expect([(await get('/pets', session.apiKeys.free)).status, (await get()).status]).toEqual([503, 200]);
  const [fault] = (await control('GET', `/sessions/${session.id}/faults`)).json as { id: string }[];
  expect((await control('DELETE', `/sessions/${session.id}/faults/${fault?.id}`)).status).toBe(204);
  expect((await control('DELETE', `/sessions/${session.id}/faults`)).status).toBe(204);
  expect((await get('/pets', session.apiKeys.free)).status).toBe(200);
});

test('a request over its allowance is not struck by a fault', async () => {
  await control('PUT', '/allowances/free', { left: { minute: 0 } });
  await add({ status: 503 });
  expect((await get()).status).toBe(429);
  expect((await control('GET', '/faults')).json).toMatchObject([{ struck: 0 }]);
});
