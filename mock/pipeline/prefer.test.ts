import { readFileSync } from 'node:fs';
import request from 'supertest';
import { SHIPPED_DOCUMENT } from '../../openapi/contract';
import { createMock, type StartedMock, startMock } from '..';
import { expectValidReplies, mockOf, REFUSED, reply, resourceAt } from '../testing/asking';
import { type Client, createClient } from '../testing/client';
import { type Draft, writeFile } from '../testing/edited';
import { prismJudge } from '../testing/prism';
import { sendRaw, statusesOf } from '../testing/socket';

const KEY = 'demo-business';
const PETS = 'GET /pets';

expectValidReplies();

describe('a request to the mock of the shipped contract', () => {
  let mock: StartedMock;
  let call: Client;
  const ask = (operation: string, prefer: string) => {
    const [method = '', path = ''] = operation.split(' ');
    return call(method, path, { key: KEY, headers: { prefer } });
  };

  beforeAll(async () => {
    mock = await startMock({ checkReplies: true });
    call = createClient(mock.baseUrl, await prismJudge());
  });
  afterAll(() => mock.close());
  beforeEach(() => mock.reset());

  describe('gets the reply that it prefers', () => {
    const error = (code: string, message: string, status: number) => ({ code, message, status });
    const forced = (code: string, status: number) => error(code, `The mock was told to answer ${status}.`, status);
    const limited = 'The allowance of 60 requests a minute is used up. Try again in 60 s.';
    test.each<[string, string, number, unknown]>([
      ['success', 'GET /pets/1', 200, { id: 1, name: 'Biscuit', categoryId: 1, status: 'available' }],
      ['an error with its example', 'GET /pets/1', 404, error('not_found', 'There is no record 404 in pets.', 404)],
      [
        'a 401',
        PETS,
        401,
        error('unauthorized', 'An API key is missing: send it as "Authorization: Bearer <API key>".', 401),
      ],
      ['a 429', PETS, 429, error('rate_limit_exceeded', limited, 429)],
      ['an error that only default covers', PETS, 404, forced('not_found', 404)],
      ['a 500', PETS, 500, forced('internal_error', 500)],
      ['a 418', PETS, 418, forced('im_a_teapot', 418)],
      ['a 599', PETS, 599, forced('server_error', 599)],
      ['a 499', PETS, 499, forced('client_error', 499)],
    ])('%s', async (_, operation, code, body) => {
      const { status, json, headers } = await ask(operation, `code=${code}`);
      expect([status, json]).toEqual([code, body]);
      expect(headers['preference-applied']).toBe(`code=${code}`);
    });

    test.each<[string, string]>([
      ['example="none"', 'example=none'],
      ['Code=200; because="of this", EXAMPLE=none;x', 'code=200, example=none'],
      ['return=minimal, example=none, example=some', 'example=none'],
    ])('with Prefer: %s', async (prefer, applied) => {
      const { status, text, headers } = await ask(PETS, prefer);
      expect([status, headers['preference-applied'], text]).toEqual([200, applied, '[]']);
    });

    test.each([
      ['__code=404', undefined, 404, 'code=404'],
      ['limit=1&__code=200&__example=none', undefined, 200, 'code=200, example=none'],
      ['__code=404&__code=500', undefined, 404, 'code=404'],
      ['__code=404', 'code=500', 500, 'code=500'],
      ['__code=404', 'return=minimal', 404, 'code=404'],
      ['__code=404', 'code=', 404, 'code=404'],
      ['__example=none', 'code=200', 200, 'code=200, example=none'],
    ])('with ?%s and Prefer: %s', async (query, prefer, code, applied) => {
      const headers = prefer === undefined ? {} : { prefer };
      const answered = await call('GET', `/pets?${query}`, { key: KEY, headers });
      expect([answered.status, answered.headers['preference-applied']]).toEqual([code, applied]);
    });

    test('whatever else is wrong with it', async () => {
      expect((await ask('GET /pets/x', 'code=200')).status).toBe(200);
      expect((await ask('GET /pets?limit=0', 'code=200')).status).toBe(200);
      const { status } = await call('POST', '/pets', { key: KEY, headers: { prefer: 'code=201' }, body: '{"name":' });
      expect(status).toBe(201);
    });

    test('by HEAD without the body', async () => {
      const { status, headers, text } = await ask('HEAD /pets/1', 'code=404');
      expect([status, headers['preference-applied'], text]).toEqual([404, 'code=404', '']);
      expect(headers['content-length']).toBe((await ask('GET /pets/1', 'code=404')).headers['content-length']);
    });

    test('with the rate limit headers and the end of the window as Retry-After of a 429, and pays for it', async () => {
      mock.clock.freeze();
      const first = await ask(PETS, 'code=503');
      mock.clock.advance(20);
      const { headers } = await ask(PETS, 'code=429');
      expect([first.headers['retry-after'], headers['retry-after']]).toEqual(['1', '40']);
      expect(Number(headers['x-ratelimit-reset']) - Math.floor(mock.clock.now() / 1000)).toBe(40);
      expect(Number(first.headers['x-ratelimit-remaining']) - Number(headers['x-ratelimit-remaining'])).toBe(1);
    });
  });

  describe('gets a 400 that lists the documented replies if it prefers', () => {
    const HAS = "can't be met: listPets has 200, 401, 429, and any other from 400 to 599.";
    test.each([
      ['code=204', `The preference code=204 ${HAS}`],
      ['code=999', `The preference code=999 ${HAS}`],
      ['code=100', `The preference code=100 ${HAS}`],
      ['code=302', `The preference code=302 ${HAS}`],
      ['code=600', `The preference code=600 ${HAS}`],
      ['code=-404', `The preference code="-404" ${HAS}`],
      ['code=0404', `The preference code=0404 ${HAS}`],
      ['code=abc', `The preference code="abc" ${HAS}`],
      ['code="\\"<b>"', `The preference code="\\"<b>" ${HAS}`],
      ['code=404 example=none', `The preference code="404 example=none" ${HAS}`],
      [`code=${'9'.repeat(5000)}`, `The preference code="${'9'.repeat(99)}…" ${HAS}`],
      ['code=204, example=none', `The preference code=204 ${HAS}`],
      [
        'example=many',
        `The preference example="many" can't be met: listPets has the examples "some" (200) and "none" (200).`,
      ],
      [
        'code=401, example=none',
        `The preference example="none" with code=401 can't be met: listPets has the examples "some" (200) and "none" (200).`,
      ],
    ])('%s', async (prefer, message) => {
      const { status, json, headers } = await ask(PETS, prefer);
      expect([status, json]).toEqual([400, { code: 'invalid_preference', message, status: 400 }]);
      expect(headers['preference-applied']).toBeUndefined();
    });
  });

  test.each(['code', 'code=""', 'return=minimal', 'respond-async, wait=10', 'x', '', '"'])(
    'is served as any other with Prefer: %s',
    async (prefer) => {
      const { status, json, headers } = await ask('GET /pets?limit=1', prefer);
      expect([status, headers['preference-applied']]).toEqual([200, undefined]);
      expect(json).toHaveLength(1);
    },
  );

  test.each(['__code=', '__code', '__CODE=404', '__other=1', 'a__code=404', '_code=404', 'code=404'])(
    'is served as any other with ?%s',
    async (query) => {
      const { status, headers } = await call('GET', `/pets?limit=1&${query}`, { key: KEY });
      expect([status, headers['preference-applied']]).toEqual([200, undefined]);
    },
  );

  test('gets another error without a key, at an unknown path or method, and once its allowance is used up', async () => {
    const headers = { prefer: 'code=500' };
    const answered = async (method: string, path: string, key: string | undefined) => {
      const init = { method, headers: key === undefined ? headers : { ...headers, authorization: `Bearer ${key}` } };
      const reply = await fetch(`${mock.baseUrl}${path}`, init);
      return [reply.status, reply.headers.get('preference-applied')];
    };
    expect(await answered('GET', '/pets', undefined)).toEqual([401, null]);
    expect(await answered('GET', '/nothing', KEY)).toEqual([404, null]);
    expect(await answered('DELETE', '/pets', KEY)).toEqual([405, null]);
    expect(await answered('OPTIONS', '/pets', KEY)).toEqual([204, null]);
    await mock.allowances.set('free', { left: { minute: 0 } });
    expect(await answered('GET', '/pets', 'demo-free')).toEqual([429, null]);
  });

  describe('changes nothing:', () => {
    const NEW = { name: 'Rex', categoryId: 1 };
    const AUTH = `Authorization: Bearer ${KEY}`;

    test('no record is created and no id is used', async () => {
      const create = async (prefer: string) =>
        (await call('POST', '/pets', { key: KEY, headers: { prefer }, body: NEW })).json as { id: number };
      const { id } = await create('');
      expect(await create('code=201')).toEqual({ id: 121, name: 'Biscuit', categoryId: 1, status: 'available' });
      expect((await call('GET', `/pets/${id + 1}`, { key: KEY })).status).toBe(404);
      expect(await create('')).toEqual({ id: id + 1, ...NEW });
    });

    test('later requests of the connection are served, even one whose body comes late', async () => {
      const head = (line: string, ...headers: readonly string[]) =>
        `${[line, 'Host: a', AUTH, ...headers].join('\r\n')}\r\n\r\n`;
      const received = await sendRaw(mock.baseUrl, [
        head('GET /v1/pets HTTP/1.1', 'Prefer: code=503'),
        head('GET /v1/pets?limit=1 HTTP/1.1'),
        head('POST /v1/pets HTTP/1.1', 'Prefer: code=500', 'Content-Length: 29'),
        50,
        '{"name":"Rex",',
        50,
        '"categoryId":1}',
        head('POST /v1/pets HTTP/1.1', 'Prefer: code=400', 'Transfer-Encoding: chunked'),
        50,
        '1\r\n{\r\n0\r\n\r\n',
        head('GET /v1/pets/0 HTTP/1.1', 'Connection: close'),
      ]);
      expect(statusesOf(received)).toEqual([503, 200, 500, 400, 404]);
    });

    test('a body that is too large to wait for closes the connection', async () => {
      const received = await sendRaw(mock.baseUrl, [
        `POST /v1/pets HTTP/1.1\r\nHost: a\r\n${AUTH}\r\nPrefer: code=503\r\nContent-Length: 100000\r\n\r\n`,
        'x'.repeat(100_000),
      ]);
      expect([statusesOf(received), received.closed]).toEqual([[503], true]);
    });
  });
});

describe('a preference follows the document:', () => {
  const ERROR = { $ref: '#/components/schemas/Error' };
  const example = (status: number, code = `e${status}`) => ({ value: { code, message: 'An example.', status } });
  const errors = (examples: object) => ({
    description: 'Refused.',
    content: { 'application/json': { schema: ERROR, examples } },
  });

  /** The mock of a document in which the list has these replies, which may lack the 400 that the mock itself uses. */
  async function listOf(responses: object, more: (operation: Draft) => void = () => {}) {
    const edit = (document: Draft) => {
      const { get } = document.paths['/pets'];
      get.responses = responses;
      more(get);
    };
    const ask = await mockOf(edit, { checkReplies: false });
    return (prefer: string, query = '') => ask('get', `/v1/pets${query}`).set('Prefer', prefer);
  }

  test('a range covers its statuses, with the example for the status', async () => {
    const ask = await listOf({
      200: reply('Done.', { type: 'array', items: {} }),
      '4XX': errors({ gone: example(410), odd: example(404) }),
    });
    expect((await ask('code=404')).body.code).toBe('e404');
    expect((await ask('code=410')).body.code).toBe('e410');
    expect((await ask('code=409')).body).toEqual({
      code: 'conflict',
      message: 'The mock was told to answer 409.',
      status: 409,
    });
    expect((await ask('code=503')).body.message).toBe(
      "The preference code=503 can't be met: listPets has 200 and any other from 400 to 499.",
    );
  });

  test('a named example has the status in its value, if its reply covers it', async () => {
    const ask = await listOf({
      '2XX': reply('Done.', { type: 'array', items: {} }),
      409: errors({ clash: example(409) }),
      '4XX': errors({ gone: example(410), odd: example(503), clash: example(409) }),
      default: errors({ down: example(503), small: example(409, 'small') }),
    });
    const seen = async (prefer: string) => {
      const { status, body } = await ask(prefer);
      return [status, body.code];
    };
    expect(await seen('example=clash')).toEqual([409, 'e409']);
    expect(await seen('example=gone')).toEqual([410, 'e410']);
    expect(await seen('example=odd')).toEqual([400, 'e503']);
    expect(await seen('example=down')).toEqual([503, 'e503']);
    expect(await seen('example=small')).toEqual([500, 'small']);
    expect(await seen('code=502, example=down')).toEqual([502, 'e503']);
    expect((await ask('example=x')).body.message).toBe(
      `The preference example="x" can't be met: listPets has the examples "clash" (409), "gone" (4XX), "odd" (4XX), "clash" (4XX), "down" (default), and "small" (default).`,
    );
  });

  test('examples of success come first', async () => {
    const named = (value: unknown) => ({ content: { 'application/json': { examples: { one: { value } } } } });
    const ask = await listOf({
      400: { description: 'Refused.', ...named('refused') },
      200: { description: 'Done.', ...named('done') },
    });
    expect((await ask('example=one')).body).toBe('done');
    expect((await ask('example=one, code=400')).body).toBe('refused');
  });

  test('an example of another media type is found too', async () => {
    const ask = await listOf({
      200: {
        description: 'Done.',
        content: {
          'text/csv': { schema: { type: 'string' }, examples: { table: { value: 'id,name' } } },
          'application/json': { schema: { type: 'array', items: {} } },
        },
      },
    });
    const csv = await ask('example=table');
    expect([csv.headers['content-type'], csv.text]).toEqual(['text/csv; charset=utf-8', 'id,name']);
    expect((await ask('code=200')).body).toEqual(expect.any(Array));
  });

  test('a reply without an example is generated from its schema, the same each time', async () => {
    const properties = { id: { type: 'string', format: 'uuid' }, n: { type: 'integer', minimum: 3 } };
    const ask = await listOf({
      200: reply('Done.', { type: 'array', items: {} }),
      202: reply('Later.', { type: 'object', required: ['id', 'n'], properties }),
    });
    const { body } = await ask('code=202');
    expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), n: expect.any(Number) });
    expect(body.n).toBeGreaterThanOrEqual(3);
    expect((await ask('code=202')).body).toEqual(body);
  });

  test('a reply without content has no body, but its required headers', async () => {
    const Location = { required: true, schema: { type: 'string', example: '/elsewhere' } };
    const ask = await listOf({
      200: reply('Done.'),
      302: { ...reply('Elsewhere.'), headers: { Location } },
      404: reply('Nothing.'),
    });
    const found = await ask('code=302').redirects(0);
    expect([found.status, found.headers.location, found.text]).toEqual([302, '/elsewhere', '']);
    const missing = await ask('code=404');
    expect([missing.status, missing.text, missing.headers['preference-applied']]).toEqual([404, '', 'code=404']);
  });

  test('without default no other error is possible, and never an interim reply', async () => {
    const ask = await listOf({ 102: reply('Wait.'), '1XX': reply('Wait.'), 200: reply('Done.') });
    const message = (code: number) => `The preference code=${code} can't be met: listPets has 200.`;
    for (const code of [102, 103, 418, 503]) expect((await ask(`code=${code}`)).body.message).toBe(message(code));
  });

  test('a lone default is for success too', async () => {
    const ask = await listOf({ default: REFUSED });
    expect((await ask('code=202')).status).toBe(202);
    expect((await ask('code=102')).body.message).toBe(
      "The preference code=102 can't be met: listPets has any from 200 to 599.",
    );
    expect((await ask('example=x')).body.message).toBe(
      `The preference example="x" can't be met: listPets has no example that has a name.`,
    );
  });

  test('a query parameter of the document is not a preference', async () => {
    const ask = await listOf({ 200: reply('Done.', { type: 'array', items: {} }) }, (operation) => {
      operation.parameters = [{ name: '__code', in: 'query', schema: { type: 'integer' } }];
    });
    expect((await ask('x', '?__code=404')).status).toBe(200);
    expect((await ask('x', '?__example=y')).status).toBe(400);
  });

  test('large integers keep their digits', async () => {
    const text = readFileSync(SHIPPED_DOCUMENT, 'utf8').replace('{ id: 121,', '{ id: 9007199254740993,');
    const { app } = await createMock({ document: writeFile('yaml', text) });
    const answered = await request(app).post('/v1/pets').auth(KEY, { type: 'bearer' }).set('Prefer', 'code=201');
    expect(answered.text).toBe('{"id":9007199254740993,"name":"Biscuit","categoryId":1,"status":"available"}');
  });

  test("a name that a header can't hold is applied but not repeated", async () => {
    const ask = await listOf({
      200: {
        description: 'Done.',
        content: { 'application/json': { examples: { größe: { value: 1 }, 'a b': { value: 2 } } } },
      },
    });
    const wide = await ask('x', `?__example=${encodeURIComponent('größe')}`);
    expect([wide.body, wide.headers['preference-applied']]).toEqual([1, 'example']);
    const quoted = await ask('example="a b"');
    expect([quoted.body, quoted.headers['preference-applied']]).toEqual([2, 'example="a b"']);
  });

  test('a 429 of a contract without rate limit headers asks to come back in a second', async () => {
    const ask = await mockOf((document) => {
      for (const header of Object.values<Draft>(document.components.headers)) delete header['x-allowance'];
    });
    expect((await ask('get', '/v1/pets').set('Prefer', 'code=429')).headers['retry-after']).toBe('1');
  });

  test('an operation without security can be made to answer 401', async () => {
    const ask = await mockOf((document) => {
      document.paths['/pets'].get.security = [];
    });
    const { headers } = await ask('get', '/v1/pets').set('Prefer', 'code=401');
    expect(headers['www-authenticate']).toMatch(/^Bearer realm="Animal Store API", error="invalid_token", /);
  });
});

test("values generated for a preference do not change the world's next generated values", async () => {
  const id = { type: 'string', format: 'uuid' };
  const edit = (document: Draft) =>
    resourceAt(document, '/things', { type: 'object', required: ['id'], properties: { id } }, id);
  const [one, other] = [await mockOf(edit, { seed: 7 }), await mockOf(edit, { seed: 7 })];
  const forced = await one('post', '/v1/things', {}).set('Prefer', 'code=201');
  const [created, alike] = [await one('post', '/v1/things', {}), await other('post', '/v1/things', {})];
  expect(created.body).toEqual(alike.body);
  expect(created.body).not.toEqual(forced.body);
});
