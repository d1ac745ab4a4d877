import type { FaultRule } from '../index';
import { type Adapted, ALL_ADAPTERS, IN_A_PAGE } from '../testing/adapters';

/** A Thursday, at noon. */
const NOON = Date.parse('2026-11-19T12:00:00Z');
const REX = '{"name":"Rex","categoryId":9007199254740993}';

describe.each(ALL_ADAPTERS)('a reply of a fault, %s,', (name, adapt) => {
  const isInPage = name === IN_A_PAGE;
  let adapted: Adapted;
  let mock: Adapted['mock'];
  const broken: string[] = [];
  beforeAll(async () => {
    adapted = await adapt({ checkReplies: true, log: 'errors' });
    ({ mock } = adapted);
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => broken.push(String(text)) > 0);
  });
  afterAll(() => {
    jest.restoreAllMocks();
    return adapted.close();
  });
  beforeEach(async () => {
    await mock.reset();
    await mock.clock.freeze();
    await mock.clock.set(NOON);
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json', ...init.headers };
    const response = await adapted.ask(adapted.baseUrl + path, { ...init, headers });
    return { response, status: response.status, headers: response.headers, text: await response.text() };
  };
  const statusesOf = async (...asked: readonly (readonly [path: string, init?: RequestInit])[]) => {
    const statuses: number[] = [];
    for (const [path, init] of asked) statuses.push((await ask(path, init)).status);
    return statuses;
  };

  test('is an HTML page with a header of its own, and costs what any request costs', async () => {
    const { id } = await mock.faults.add({
      status: 502,
      text: '<h1>Bad Gatewäy</h1>',
      mediaType: 'text/html; charset=utf-8',
      headers: { 'X-Proxy': 'edge 7', 'Set-Cookie': ['a=1', 'b=2'], Date: [] },
    });
    const { response, status, headers, text } = await ask('/pets', { headers: { origin: 'http://shop.example' } });
    expect({ status, text }).toEqual({ status: 502, text: '<h1>Bad Gatewäy</h1>' });
    expect(response.statusText).toBe('Bad Gateway');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-length')).toBe('21');
    expect(headers.get('x-proxy')).toBe('edge 7');
    expect(headers.get('x-ratelimit-remaining')).toBe('59');
    // Neither cookies nor an `Origin` go through a page's own scripts.
    const [cookies, allowed, exposed] = isInPage
      ? [[], null, null]
      : [['a=1', 'b=2'], 'http://shop.example', expect.stringMatching(/X-RateLimit-Limit.*, X-Proxy, Set-Cookie$/)];
    expect(headers.getSetCookie()).toEqual(cookies);
    expect(headers.get('access-control-allow-origin')).toBe(allowed);
    expect(headers.get('access-control-expose-headers')).toEqual(exposed);
    expect(await mock.requests()).toMatchObject([
      { status: 502, fault: id, key: 'free', response: { body: '<h1>Bad Gatewäy</h1>' } },
    ]);
  });

  test.each<readonly [FaultRule, number, string, string | null]>([
    [
      { body: { id: 9007199254740993n, status: 'lost' } },
      200,
      '{"id":9007199254740993,"status":"lost"}',
      'application/json',
    ],
    [{ body: null }, 200, 'null', 'application/json'],
    [{ body: 'lost', mediaType: 'text/plain' }, 200, '"lost"', 'text/plain'],
    [{ text: '{"id":', mediaType: 'application/json' }, 200, '{"id":', 'application/json'],
    [{ text: 'Sorry.', status: 500 }, 500, 'Sorry.', 'text/plain; charset=utf-8'],
    [{ text: '', status: 500 }, 500, '', 'text/plain; charset=utf-8'],
    [{ status: 599, headers: { 'content-TYPE': 'text/x' }, text: '' }, 599, '', 'text/x'],
    [{ status: 200 }, 200, '', null],
    [{ status: 204 }, 204, '', null],
    [{ status: 304, headers: { ETag: '"7"' } }, 304, '', null],
    // Browsers keep a redirect that they do not follow to themselves.
    ...(isInPage ? [] : [[{ status: 302, headers: { Location: '/elsewhere' } }, 302, '', null] as const]),
  ])('%j is sent as it is', async (rule, status, text, type) => {
    await mock.faults.add(rule);
    const answered = await ask('/pets/1', { redirect: 'manual' });
    expect([answered.status, answered.text, answered.headers.get('content-type')]).toEqual([status, text, type]);
    for (const [name, value] of Object.entries(rule.headers ?? {})) expect(answered.headers.get(name)).toBe(value);
  });

  test('to HEAD has the headers and no body', async () => {
    await mock.faults.add({ text: 'Sorry.' });
    const { status, headers, text } = await ask('/pets', { method: 'HEAD' });
    expect([status, headers.get('content-length'), text]).toEqual([200, '6', '']);
    expect(await mock.requests()).toMatchObject([{ method: 'HEAD', response: { body: null } }]);
  });

  test('of 401, 405 and 503 tells what a client needs, whatever its body', async () => {
    for (const status of [401, 405, 503]) await mock.faults.add({ status, text: 'No.', times: 1 });
    // That of a key that is not valid, since a key was sent.
    expect((await ask('/pets')).headers.get('www-authenticate')).toBe(
      'Bearer realm="Animal Store API", error="invalid_token", error_description="The API key is not valid."',
    );
    expect((await ask('/pets')).headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
    expect((await ask('/pets')).headers.get('retry-after')).toBe('1');
  });

  test.each<readonly [FaultRule, retryAfter: string, untilReset: number]>([
    [{ status: 429 }, '60', 60],
    [{ status: 429, headers: { 'retry-after': 5 } }, '5', 5],
    [{ status: 429, text: 'Slow down.', headers: { 'Retry-After': '5' } }, '5', 5],
    [{ status: 429, headers: { 'Retry-After': 'Thu, 19 Nov 2026 12:00:30 GMT' } }, 'Thu, 19 Nov 2026 12:00:30 GMT', 30],
    [{ status: 429, headers: { 'Retry-After': 'soon' } }, 'soon', 60],
    [{ status: 429, headers: { 'Retry-After': '5.5' } }, '5.5', 60],
    [{ status: 429, headers: { 'Retry-After': 'Thu, 19 Nov 2026 11:59:00 GMT' } }, 'Thu, 19 Nov 2026 11:59:00 GMT', 0],
  ])('%j tells an allowance that agrees with it', async (rule, retryAfter, untilReset) => {
    await mock.faults.add({ ...rule, times: 1 });
    const { status, headers } = await ask('/pets');
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe(retryAfter);
    expect(headers.get('x-ratelimit-limit')).toBe('60');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(headers.get('x-ratelimit-reset'))).toBe(NOON / 1000 + untilReset);
    expect((await ask('/pets')).headers.get('x-ratelimit-remaining')).toBe('58');
  });

  test('goes to one record alone, by its path with or without the prefix, or a pattern of it', async () => {
    await mock.faults.add({ match: { method: 'get', path: '/pets/7' }, status: 500 });
    await mock.faults.add({ match: { path: `${mock.prefix}/pets/8` }, status: 501 });
    await mock.faults.add({ match: { path: '/pets/1*' }, status: 502 });
    await mock.faults.add({ match: { path: '/**', method: 'DELETE' }, text: 'Gone.' });
    const asked = [['/pets/7'], ['/pets/8'], ['/pets/9'], ['/pets/11'], ['/pets/1']] as const;
    expect(await statusesOf(...asked, ['/pets'])).toEqual([500, 501, 200, 502, 200, 200]);
    expect(await statusesOf(['/gone/a/b', { method: 'DELETE' }], ['/gone/a/b'])).toEqual([200, 404]);
  });

  test('goes to a query, a header and a key', async () => {
    await mock.faults.add({ match: { query: { limit: 5 } }, status: 500 });
    await mock.faults.add({ match: { headers: { 'X-Trace': '*' }, key: 'free' }, status: 501 });
    const trace = { 'x-trace': 'abc' };
    expect(await statusesOf(['/pets?limit=5'], ['/pets?limit=50'], ['/pets', { headers: trace }])).toEqual([
      500, 200, 501,
    ]);
    expect(await statusesOf(['/pets', { headers: { ...trace, authorization: 'Bearer demo-pro' } }])).toEqual([200]);
  });

  test('goes to a part of the body, which the operation still reads where it is another', async () => {
    await mock.faults.add({ match: { body: { categoryId: 9007199254740993n } }, status: 409 });
    await mock.faults.add({ match: { body: 'not JSON' }, status: 418 });
    const post = (body: string) => ['/pets', { method: 'POST', body }] as const;
    const large = `{"name":"${'x'.repeat(2 ** 20)}","categoryId":9007199254740993}`;
    expect(
      await statusesOf(post(REX), post(REX.replace('3}', '4}')), post('not JSON'), post('{'), post(large), ['/pets']),
    ).toEqual([409, 201, 418, 400, 413, 200]);
    expect(await mock.requests({ method: 'post', status: 409 })).toMatchObject([{ request: { body: REX } }]);
  });

  test('comes after so many, so often, and in a world that was put back as if it had stayed', async () => {
    await mock.faults.add({ operationId: 'getPet', after: 2, times: 1, status: 500 });
    const [get, other] = [['/pets/1'], ['/pets']] as const;
    expect(await statusesOf(get, other, other, other)).toEqual([200, 200, 200, 200]);
    const state = await mock.state();
    expect(state.faults).toMatchObject([{ struck: 0, passed: 1 }]);
    await mock.reset();
    await mock.restore(state);
    expect(await statusesOf(get, get, get)).toEqual([200, 500, 200]);
  });

  // A page logs nothing.
  (isInPage ? test.skip : test)('is never reported as one that breaks the contract, and is in the log', () => {
    expect(broken.join('')).not.toContain('BROKEN');
    expect(broken.join('')).toMatch(/GET \/v1\/pets 502 .*: The mock was told to answer 502\.$/m);
  });
});
