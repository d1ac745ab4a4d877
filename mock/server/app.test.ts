import fc from 'fast-check';
import request from 'supertest';
import { character } from '../../openapi/program/testing/texts';
import { createMock } from '../index';
import { type Adapted, ALL_ADAPTERS, IN_A_PAGE } from '../testing/adapters';
import { type Client, createClient, type RequestParts } from '../testing/client';
import { prismJudge } from '../testing/prism';

const KEY = 'demo-business';
const REX = { name: 'Rex', categoryId: 1 };

describe.each(ALL_ADAPTERS)('the mock of the shipped contract, %s', (name, adapt) => {
  let adapted: Adapted;
  let mock: Adapted['mock'];
  let call: Client;
  const add = (body: unknown, headers: RequestParts['headers'] = {}) =>
    call('POST', '/pets', { key: KEY, body, headers });
  const get = (path: string) => call('GET', path, { key: KEY });

  beforeAll(async () => {
    adapted = await adapt({ checkReplies: true });
    ({ mock } = adapted);
    call = createClient(adapted.baseUrl, await prismJudge(), adapted.ask);
  });
  afterAll(() => adapted.close());
  beforeEach(() => mock.reset());

  test('lists 20 animals in the order of their ids, and ignores parameters that the contract does not know', async () => {
    const { status, json } = await get('/pets?page=2');
    expect(status).toBe(200);
    expect((json as { id: number }[]).map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test.each([
    ['limit=101', 'must be at most 100, not 101.'],
    ['limit=', 'must be an integer, not "".'],
    ['limit=5&limit=6', 'must come once, not 2 times.'],
    ['limit=99999999999999999999', 'must be at most 100, not 99999999999999999999.'],
  ])('refuses ?%s', async (query, problem) => {
    const { status, json } = await get(`/pets?${query}`);
    const message = `The query parameter "limit" ${problem}`;
    expect([status, json]).toEqual([400, { code: 'invalid_parameter', message, status: 400 }]);
  });

  test('remembers an animal to the last character and digit, without the fields that the contract does not name', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: character, maxLength: 20 }),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        async (name, categoryId) => {
          await mock.reset();
          const sent = `"name":${JSON.stringify(name)},"categoryId":${categoryId}}`;
          const { status, text } = await add(`{"id":5,"owner":"me","__proto__":{"status":"sold"},${sent}`);
          expect([status, text]).toEqual([201, `{"id":127,${sent}`]);
          expect((await get('/pets/127')).text).toBe(text);
        },
      ),
      { numRuns: 30, examples: [['\ud800', -(2n ** 63n)]] },
    ));

  test('lists an animal that was added, until it is reset', async () => {
    const { json } = await add({ ...REX, status: 'sold' });
    expect(json).toEqual({ id: 127, ...REX, status: 'sold' });
    expect((await get('/pets?limit=100&status=sold')).json).toContainEqual(json);
    await mock.reset();
    expect((await get('/pets/127')).status).toBe(404);
    expect((await add(REX)).json).toHaveProperty('id', 127);
  });

  test.each<[status: number, code: string, message: RegExp, body: string | Buffer, type?: string]>([
    [400, 'invalid_body', /^The field "name" is missing\.$/, '{"categoryId":1}'],
    [
      400,
      'invalid_body',
      /^The field "categoryId" must be an integer of 64 bits, not/,
      '{"name":"Rex","categoryId":1.5}',
    ],
    [400, 'invalid_body', /^The request body must be an object, not \[\]\.$/, '[]'],
    [400, 'invalid_body', /^The request body is missing\.$/, ''],
    [400, 'malformed_body', /^The request body is not JSON: .* at line 1, column 15\.$/, '{"name":"Rex",}'],
    [400, 'malformed_body', /^The request body is not JSON: it is not UTF-8\.$/, Buffer.from([0x22, 0xff, 0x22])],
    [413, 'body_too_large', /larger than 1048576 bytes\.$/, JSON.stringify({ ...REX, name: 'x'.repeat(2 ** 20) })],
    [415, 'unsupported_media_type', /utf-16/, '{}', 'application/json; charset=utf-16'],
    [
      415,
      'unsupported_media_type',
      /^The request body must be application\/json, not text\/plain\./,
      '{}',
      'text/plain',
    ],
  ])('refuses a body with a %d (%s, %s)', async (status, code, message, body, type = 'application/json') => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': type };
    const reply = await adapted.ask(`${adapted.baseUrl}/pets`, { method: 'POST', headers, body });
    expect(reply.status).toBe(status);
    expect(await reply.json()).toEqual({ code, status, message: expect.stringMatching(message) });
    expect(reply.headers.has('accept')).toBe(status === 415);
    expect((await get('/pets/127')).status).toBe(404);
  });

  test('reads the animal with an id, and says that this operation is deprecated', async () => {
    const { status, headers, json } = await get('/pets/1');
    expect([status, json]).toEqual([200, { id: 1, name: 'Biscuit', categoryId: 1, status: 'available' }]);
    expect(headers).toMatchObject({
      deprecation: '@0',
      sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
      link: '</openapi.json>; rel="deprecation", </openapi.json>; rel="sunset", </v1/pets>; rel="successor-version"',
    });
  });

  test.each(['127', '-1', '9223372036854775808', 'abc', '1.0', '%31x', '%ff', '%zz', '1%2F2'])(
    'reads nothing at the id %s',
    async (id) => {
      expect((await get(`/pets/${id}`)).json).toMatchObject({ code: 'not_found', status: 404 });
    },
  );

  test.each(['/petz', '/pets/', '/pets/1/2', '//'])('has nothing at %s', async (path) => {
    const { json, headers } = await get(path);
    expect(json).toMatchObject({ code: 'unknown_path', status: 404 });
    expect(headers).toHaveProperty('x-ratelimit-remaining');
  });

  test.each([
    ['DELETE', '/pets', 'GET, POST, HEAD, OPTIONS'],
    ['PROPFIND', '/pets/1', 'GET, HEAD, OPTIONS'],
  ])('refuses %s %s with a 405', async (method, path, allow) => {
    const { headers, json } = await call(method, path, { key: KEY });
    expect(headers.allow).toBe(allow);
    expect(json).toMatchObject({ code: 'method_not_allowed', status: 405 });
  });

  test('answers HEAD with the headers of GET, and OPTIONS with the methods, without a key and at no cost', async () => {
    const got = await get('/pets');
    const { status, headers, text } = await call('HEAD', '/pets', { key: KEY });
    expect([status, text]).toEqual([200, '']);
    expect(headers['content-length']).toBe(got.headers['content-length']);
    expect(headers['x-ratelimit-remaining']).toBe(String(Number(got.headers['x-ratelimit-remaining']) - 1));
    const options = await call('OPTIONS', '/pets');
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
    expect((await call('GET', '/pets')).headers['x-ratelimit-remaining']).toBe('59');
  });

  // Pages send no `Origin` of a script's choosing.
  const notInPage = name === IN_A_PAGE ? test.skip : test;
  notInPage('lets a page of another origin send requests and read every header', async () => {
    const origin = 'http://localhost:3000';
    const asking = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const preflight = await call('OPTIONS', '/pets', { headers: { origin, ...asking } });
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST, HEAD, OPTIONS',
        'access-control-allow-headers': 'authorization',
      },
    });
    const { status, headers } = await call('GET', '/pets', { headers: { origin } });
    expect([status, headers['access-control-allow-origin']]).toEqual([401, origin]);
    for (const name of ['X-RateLimit-Remaining', 'Retry-After', 'WWW-Authenticate', 'Sunset'])
      expect(headers['access-control-expose-headers']?.split(', ')).toContain(name);
  });
});

test('two sessions share no record, no allowance and no clock', async () => {
  const mock = await createMock();
  const [one, other] = [await mock.session(), await mock.session()];
  const add = (key = '') => request(mock.app).post('/v1/pets').auth(key, { type: 'bearer' }).send(REX);
  const list = (key = '') => request(mock.app).get('/v1/pets?limit=1').auth(key, { type: 'bearer' });

  expect((await add(one.apiKeys.free)).body).toEqual({ id: 127, ...REX });
  expect((await add(other.apiKeys.free)).body).toEqual({ id: 127, ...REX });
  expect((await list(one.apiKeys.free)).headers['x-ratelimit-remaining']).toBe('58');
  expect((await list('demo-free')).headers['x-ratelimit-remaining']).toBe('59');
  one.clock.set('2031-01-01T00:00:00Z');
  expect((await list(one.apiKeys.free)).headers.date).toBe('Wed, 01 Jan 2031 00:00:00 GMT');
  expect((await list(other.apiKeys.free)).headers.date).not.toContain('2031');
  await one.reset();
  expect((await add(one.apiKeys.free)).body).toHaveProperty('id', 127);
  one.close();
  expect((await list(one.apiKeys.free)).status).toBe(401);
});
