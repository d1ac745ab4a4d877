import request from 'supertest';
import { createMock, type Mock } from '../index';
import { ADAPTERS, type Adapted } from '../testing/adapters';
import { type Client, createClient } from '../testing/client';
import { prismJudge } from '../testing/prism';

const KEY = 'demo-business';

describe.each(ADAPTERS)('the mock of the shipped contract, %s', (_, adapt) => {
  let adapted: Adapted;
  let mock: Mock;
  let call: Client;

  beforeAll(async () => {
    adapted = await adapt({ checkReplies: true });
    ({ mock } = adapted);
    call = createClient(adapted.baseUrl, await prismJudge(), adapted.ask);
  });
  afterAll(() => adapted.close());
  beforeEach(() => mock.reset());

  describe('lists', () => {
    test('20 animals by default, in the order of their ids', async () => {
      const { status, json } = await call('GET', '/pets', { key: KEY });
      expect(status).toBe(200);
      expect((json as { id: number }[]).map(({ id }) => id)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
    });

    test.each([1, 2, 99, 100])('as many as limit=%d says', async (limit) => {
      const { json } = await call('GET', `/pets?limit=${limit}`, { key: KEY });
      expect(json).toHaveLength(limit);
    });

    test.each(['available', 'pending', 'sold'])('only the animals that are %s', async (status) => {
      const { json } = await call('GET', `/pets?limit=100&status=${status}`, { key: KEY });
      const statuses = (json as { status: string }[]).map((animal) => animal.status);
      expect(statuses.length).toBeGreaterThan(10);
      expect(new Set(statuses)).toEqual(new Set([status]));
    });

    test.each([
      ['limit=0', 'The query parameter "limit" must be at least 1, not 0.'],
      ['limit=101', 'The query parameter "limit" must be at most 100, not 101.'],
      ['limit=ten', 'The query parameter "limit" must be an integer, not "ten".'],
      ['limit=1.5', 'The query parameter "limit" must be an integer, not "1.5".'],
      ['limit=', 'The query parameter "limit" must be an integer, not "".'],
      ['limit=5&limit=6', 'The query parameter "limit" must come once, not 2 times.'],
      ['status=Sold', 'The query parameter "status" must be one of "available", "pending", "sold", not "Sold".'],
      ['limit=99999999999999999999', 'The query parameter "limit" must be at most 100, not 99999999999999999999.'],
    ])('refuses ?%s', async (query, message) => {
      const { status, json } = await call('GET', `/pets?${query}`, { key: KEY });
      expect(status).toBe(400);
      expect(json).toEqual({ code: 'invalid_parameter', message, status: 400 });
    });

    test('ignores query parameters that the contract does not know', async () => {
      expect((await call('GET', '/pets?page=2&limit=3', { key: KEY })).json).toHaveLength(3);
    });
  });

  describe('remembers what was added', () => {
    test('with a new id, by which it is read and listed', async () => {
      const { status, json } = await call('POST', '/pets', {
        key: KEY,
        body: { name: 'Rex', categoryId: 1, status: 'sold' },
      });
      expect(status).toBe(201);
      expect(json).toEqual({ id: 127, name: 'Rex', categoryId: 1, status: 'sold' });
      expect((await call('GET', '/pets/127', { key: KEY })).json).toEqual(json);
      expect((await call('GET', '/pets?limit=100&status=sold', { key: KEY })).json).toContainEqual(json);
    });

    test('without adding a status that was not given', async () => {
      const { json } = await call('POST', '/pets', { key: KEY, body: { name: 'Rex', categoryId: 1 } });
      expect(json).toEqual({ id: 127, name: 'Rex', categoryId: 1 });
    });

    test('without the fields that the contract does not name, and with an id of its own', async () => {
      const body = '{"name":"Rex","categoryId":1,"id":5,"owner":"me","__proto__":{"status":"sold"},"constructor":1}';
      const { json } = await call('POST', '/pets', { key: KEY, body });
      expect(json).toEqual({ id: 127, name: 'Rex', categoryId: 1 });
    });

    test.each(['9007199254740993', '9223372036854775807', '-9223372036854775808', '0', '-1'])(
      'with every digit of %s',
      async (digits) => {
        const { text } = await call('POST', '/pets', { key: KEY, body: `{"name":"Rex","categoryId":${digits}}` });
        expect(text).toBe(`{"id":127,"name":"Rex","categoryId":${digits}}`);
        expect((await call('GET', '/pets/127', { key: KEY })).text).toBe(text);
      },
    );

    test.each([
      '',
      ' lead and trail ',
      '"quotes" and \\',
      '<b>',
      '\u0000\u001f',
      '🐕‍🦺',
      'مرحبا',
      'e\u0301',
      'null',
      '__proto__',
      '\ud800',
    ])('with the name %j as it was sent', async (name) => {
      const { json } = await call('POST', '/pets', { key: KEY, body: { name, categoryId: 1 } });
      expect(json).toEqual({ id: 127, name, categoryId: 1 });
    });

    test('until it is reset', async () => {
      await call('POST', '/pets', { key: KEY, body: { name: 'Rex', categoryId: 1 } });
      await mock.reset();
      expect((await call('GET', '/pets/127', { key: KEY })).status).toBe(404);
      expect((await call('POST', '/pets', { key: KEY, body: { name: 'Rex', categoryId: 1 } })).json).toHaveProperty(
        'id',
        127,
      );
    });
  });

  describe('refuses a body', () => {
    test.each([
      ['{"categoryId":1}', 'invalid_body', '/name is missing.'],
      ['{"name":"Rex"}', 'invalid_body', '/categoryId is missing.'],
      ['{"name":null,"categoryId":1}', 'invalid_body', '/name must be a string, not null.'],
      ['{"name":"Rex","categoryId":"1"}', 'invalid_body', '/categoryId must be an integer of 64 bits, not "1".'],
      ['{"name":"Rex","categoryId":1.5}', 'invalid_body', '/categoryId must be an integer of 64 bits, not 1.5.'],
      [
        '{"name":"Rex","categoryId":9223372036854775808}',
        'invalid_body',
        '/categoryId must be an integer of 64 bits, not 9223372036854775808.',
      ],
      ['{"name":"Rex","categoryId":1e300}', 'invalid_body', /^\/categoryId must be an integer of 64 bits/],
      [
        '{"name":"Rex","categoryId":1,"status":"SOLD"}',
        'invalid_body',
        '/status must be one of "available", "pending", "sold", not "SOLD".',
      ],
      ['[]', 'invalid_body', 'The request body must be an object, not [].'],
      ['null', 'invalid_body', 'The request body must be an object, not null.'],
      ['{"name":"Rex",}', 'malformed_body', /^The request body is not JSON: .* at line 1, column 15\.$/],
      ['{"name":"Rex"', 'malformed_body', /^The request body is not JSON: /],
      ['', 'invalid_body', 'The request body is missing.'],
    ])('%s', async (body, code, message) => {
      const { status, json } = await call('POST', '/pets', { key: KEY, body });
      expect(status).toBe(400);
      expect(json).toEqual({
        code,
        status: 400,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      });
      expect((await call('GET', '/pets/127', { key: KEY })).status).toBe(404);
    });

    test('whose media type is not JSON', async () => {
      const headers = { 'content-type': 'text/plain' };
      const { status, json, headers: answered } = await call('POST', '/pets', { key: KEY, headers, body: '{}' });
      expect(status).toBe(415);
      expect(json).toHaveProperty('message', 'The request body must be application/json, not text/plain.');
      expect(answered.accept).toBe('application/json');
    });

    test('whose charset is not UTF-8, or not the one that it declares', async () => {
      const headers = { 'content-type': 'application/json; charset=utf-16' };
      expect((await call('POST', '/pets', { key: KEY, headers, body: '{}' })).status).toBe(415);
      const response = await adapted.ask(`${adapted.baseUrl}/pets`, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: Buffer.from([0x22, 0xff, 0x22]),
      });
      expect(await response.json()).toHaveProperty('message', 'The request body is not JSON: it is not UTF-8.');
    });

    test('that is larger than a mebibyte', async () => {
      const body = JSON.stringify({ name: 'x'.repeat(2 ** 20), categoryId: 1 });
      const { status, json } = await call('POST', '/pets', { key: KEY, body });
      expect(status).toBe(413);
      expect(json).toHaveProperty('code', 'body_too_large');
    });
  });

  describe('reads', () => {
    test('the animal with an id, and says that this operation is deprecated', async () => {
      const { status, headers, json } = await call('GET', '/pets/1', { key: KEY });
      expect(status).toBe(200);
      expect(json).toEqual({ id: 1, name: 'Biscuit', categoryId: 1, status: 'available' });
      expect(headers).toMatchObject({
        deprecation: '@0',
        sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
        link: '</openapi.json>; rel="deprecation", </openapi.json>; rel="sunset", </v1/pets>; rel="successor-version"',
      });
    });

    test.each([
      '127',
      '0',
      '-1',
      '9223372036854775807',
      '9223372036854775808',
      'abc',
      '1.0',
      '1e0',
      '%31x',
      '%ff',
      '%zz',
      '1%2F2',
    ])('nothing at the id %s', async (id) => {
      const { status, json } = await call('GET', `/pets/${id}`, { key: KEY });
      expect(status).toBe(404);
      expect(json).toMatchObject({ code: 'not_found', status: 404 });
    });
  });

  describe('answers requests that match no operation with', () => {
    test.each(['/petz', '/pets/', '/pets/1/2', '//'])('404 for %s', async (path) => {
      const { status, json, headers } = await call('GET', path, { key: KEY });
      expect(status).toBe(404);
      expect(json).toMatchObject({ code: 'unknown_path', status: 404 });
      expect(headers).toHaveProperty('x-ratelimit-remaining');
    });

    test.each([
      ['DELETE', '/pets', 'GET, POST, HEAD, OPTIONS'],
      ['PUT', '/pets/1', 'GET, HEAD, OPTIONS'],
      ['PROPFIND', '/pets', 'GET, POST, HEAD, OPTIONS'],
    ])('405 for %s %s', async (method, path, allow) => {
      const { status, headers, json } = await call(method, path, { key: KEY });
      expect(status).toBe(405);
      expect(headers.allow).toBe(allow);
      expect(json).toMatchObject({ code: 'method_not_allowed', status: 405 });
    });

    test('the headers of GET for HEAD', async () => {
      const got = await call('GET', '/pets', { key: KEY });
      const { status, headers, text } = await call('HEAD', '/pets', { key: KEY });
      expect([status, text]).toEqual([200, '']);
      expect(headers['content-length']).toBe(got.headers['content-length']);
      expect(headers['x-ratelimit-remaining']).toBe(String(Number(got.headers['x-ratelimit-remaining']) - 1));
    });

    test('the methods for OPTIONS, without a key and at no cost', async () => {
      const { status, headers } = await call('OPTIONS', '/pets');
      expect([status, headers.allow]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
      expect((await call('GET', '/pets')).headers['x-ratelimit-remaining']).toBe('59');
    });
  });

  test('a page of another origin may send requests and read every header', async () => {
    const origin = 'http://localhost:3000';
    const preflight = await call('OPTIONS', '/pets', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, HEAD, OPTIONS',
      'access-control-allow-headers': 'authorization,content-type',
    });
    const { status, headers } = await call('GET', '/pets', { headers: { origin } });
    expect(status).toBe(401);
    expect(headers['access-control-allow-origin']).toBe(origin);
    const exposed = headers['access-control-expose-headers']?.split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining(['X-RateLimit-Remaining', 'Retry-After', 'WWW-Authenticate', 'Sunset']),
    );
  });
});

test('two sessions share no record, no allowance and no clock', async () => {
  const mock = await createMock();
  const [one, other] = [await mock.session(), await mock.session()];
  const add = (key = '') =>
    request(mock.app).post('/v1/pets').auth(key, { type: 'bearer' }).send({ name: 'Rex', categoryId: 1 });
  const list = (key = '') => request(mock.app).get('/v1/pets?limit=1').auth(key, { type: 'bearer' });

  expect((await add(one.apiKeys.free)).body).toEqual({ id: 127, name: 'Rex', categoryId: 1 });
  expect((await add(other.apiKeys.free)).body).toEqual({ id: 127, name: 'Rex', categoryId: 1 });
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

test('the mock serves the contract as it was read', async () => {
  const { app } = await createMock();
  expect((await request(app).get('/openapi.json')).body.info.title).toBe('Animal Store API');
  const yaml = await request(app).get('/openapi.yaml').buffer();
  expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
  expect(yaml.text).toContain('operationId: listPets');
});
