import { type Api, createMock, type Mock, type MockOptions } from '../index';
import { type Draft, editedDocument } from '../testing/edited';

const NOON = Date.parse('2026-11-19T12:00:00Z');
const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json' };
const ALL: MockOptions['choices'] = {
  'error.code': 'numbers',
  'error.message': 'phrase',
  'error.further': 'some',
  'record.further': 'some',
  challenge: 'bare',
  'retry-after': 'date',
  'headers.further': 'some',
  'path.invalid': 'bad-request',
  framing: 'chunked',
  compression: 'gzip',
  charset: 'named',
};

async function asking(edit: (document: Draft) => void, choices = ALL) {
  const mock = await createMock({ document: editedDocument(edit), choices, log: 'silent' });
  mock.clock.freeze();
  mock.clock.set(NOON);
  return { mock, ask: askerOf(mock) };
}

const askerOf =
  (mock: Mock<Api>) =>
  async (path: string, init: RequestInit = { headers }) => {
    const reply = await mock.fetch(mock.prefix + path, init);
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) };
  };

test('what the document says itself is not told otherwise', async () => {
  const { mock, ask } = await asking(({ paths, components }) => {
    const { Error: error, Pet: pet } = components.schemas;
    error.properties.code.pattern = '^[a-z_]+$';
    error.properties.message.pattern = '[.]$';
    error.additionalProperties = false;
    components.schemas.Pet = {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'name', 'categoryId'],
      properties: { ...pet.allOf[1].properties, ...components.schemas.NewPet.properties },
    };
    components.headers['Retry-After'].schema = { type: 'integer' };
    // OpenAPI 3.0.3 §4.7.16: this one is ignored.
    components.headers['Content-Type'] = { schema: { const: 'application/json' } };
    components.responses.NotFound.headers['Content-Type'] = components.headers['Content-Type'];
    components.headers['X-Request-Id'] = { schema: { type: 'integer' } };
    components.responses.Unauthorized.headers['WWW-Authenticate'] = { schema: { type: 'string', pattern: 'realm' } };
    components.responses.NotFound.headers['Content-Length'] = { required: true, schema: { type: 'integer' } };
    components.responses.NotFound.headers['X-Request-Id'] = components.headers['X-Request-Id'];
    const { responses } = paths['/pets/{petId}'].get;
    delete responses.default;
  });
  const missing = await ask('/pets/7777', { headers: { ...headers, 'accept-encoding': 'gzip' } });
  expect(missing.body).toEqual({ code: 'not_found', message: 'There is no record 7777 in pets.', status: 404 });
  expect(missing.headers.has('content-length')).toBe(true);
  expect(missing.headers.has('x-request-id')).toBe(false);
  expect(missing.headers.get('server')).toBe('nginx');
  expect(missing.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect((await ask('/pets/one')).status).toBe(404);
  expect((await ask('/pets/1')).body).not.toHaveProperty('_revision');
  expect((await ask('/pets', {})).headers.get('www-authenticate')).toBe('Bearer realm="Animal Store API"');
  await mock.faults.add({ status: 429 });
  expect((await ask('/pets')).headers.get('retry-after')).toMatch(/^\d+$/);
});

test('errors of any shape have other words, records in wrappers further members', async () => {
  const shape = {
    type: 'object',
    required: ['error'],
    additionalProperties: false,
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', example: 'NOT_FOUND' },
          message: { type: 'string' },
          kind: { enum: ['client', 'server'] },
        },
      },
    },
  };
  const { ask } = await asking(({ paths, components }) => {
    components.schemas.Error = shape;
    for (const response of Object.values<Draft>(components.responses)) {
      delete response.content['application/json'].example;
      response.content['application/json'].schema = shape;
    }
    const list = paths['/pets'].get.responses['200'].content['application/json'];
    delete list.examples;
    list.schema = { type: 'object', required: ['data'], properties: { data: list.schema, total: { type: 'integer' } } };
  });
  const { body } = await ask('/pets/7777');
  expect(body).toEqual({
    error: {
      code: expect.stringMatching(/^E404\d\d$/),
      message: 'Not Found',
      kind: 'client',
      _trace: expect.any(String),
    },
  });
  const list = await ask('/pets?limit=2');
  expect(list.body.data).toEqual([
    expect.objectContaining({ id: 1, _revision: expect.any(Number) }),
    expect.objectContaining({ id: 2, _revision: expect.any(Number) }),
  ]);
  expect((await ask('/pets/2')).body._revision).toBe(list.body.data[1]._revision);
});

test('Basic keeps its realm, and several schemes are named', async () => {
  const { ask } = await asking(({ security, components }) => {
    components.securitySchemes.basic = { type: 'http', scheme: 'basic' };
    components.securitySchemes.header = { type: 'apiKey', in: 'header', name: 'X-Key' };
    security.push({ basic: [] }, { header: [] });
  });
  const { status, headers: sent } = await ask('/pets', {});
  expect([status, sent.get('www-authenticate')]).toEqual([401, 'Bearer, Basic realm="Animal Store API", ApiKey']);
});

test('what a fault gives stays as it is, and everything else is told as chosen', async () => {
  const { mock, ask } = await asking(() => {}, {
    ...ALL,
    'json.spacing': 'indented',
    'headers.case': 'lower',
  });
  await mock.faults.add({
    status: 503,
    body: { error: 'é/1' },
    headers: { 'Retry-After': '7', 'X-Proxy': 'edge' },
    times: 1,
  });
  const own = await mock.fetch('/v1/pets', {
    headers: { ...headers, 'accept-encoding': 'gzip', origin: 'http://shop.example' },
  });
  expect(await own.text()).toBe('{"error":"é/1"}');
  expect(own.headers.get('retry-after')).toBe('7');
  expect(own.headers.get('content-type')).toBe('application/json');
  expect(own.headers.has('content-encoding')).toBe(false);
  expect(own.headers.get('transfer-encoding')).toBe('chunked');
  expect(own.headers.get('access-control-expose-headers')).toMatch(/, X-Proxy$/);
  await mock.faults.add({ status: 503 });
  const { status, body, headers: sent } = await ask('/pets');
  expect([status, body.message, sent.get('retry-after')]).toEqual([
    503,
    'Service Unavailable',
    new Date(NOON + 1000).toUTCString(),
  ]);
});
