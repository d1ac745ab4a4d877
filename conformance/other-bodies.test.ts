import { text } from 'node:stream/consumers';
import { editedDocument, writeFile } from '../mock/testing/edited';
import { listen } from '../tools/selftest/server/server';
import { isSuccess } from './exchange/exchange';
import { judgedBy, judgedMock } from './testing/judged-mock';

const json = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });
const NOTE = {
  type: 'object',
  required: ['title', 'place', 'images', 'tags', 'file'],
  properties: {
    title: { type: 'string', minLength: 2 },
    pages: { type: 'integer', minimum: 1, maximum: 9 },
    images: { type: 'array', items: { type: 'string', format: 'binary' } },
    tags: { type: 'array', minItems: 2, items: { type: 'string', enum: ['a', 'b'] } },
    place: { type: 'object', required: ['x'], properties: { x: { type: 'integer', minimum: 0, maximum: 5 } } },
    file: { type: 'string', format: 'binary' },
  },
};
const PATCH = { type: 'object', properties: { title: NOTE.properties.title, pages: NOTE.properties.pages } };
const RECORD = { allOf: [{ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }, NOTE] };
const taking = (type: string, schema: object, media: object = {}) => ({
  post: {
    requestBody: { required: true, content: { [type]: { schema, ...media } } },
    responses: { 200: { description: 'Done.' }, 400: json({}), 415: json({}) },
  },
});
const POINT = { type: 'object', required: ['x', 'y'], properties: { x: { type: 'integer' }, y: { type: 'boolean' } } };
const NUMBERS = { type: 'array', minItems: 2, items: { type: 'integer', minimum: 1, maximum: 5 } };
const asking = (place: string, schema: object, more: object = {}) => ({
  get: {
    parameters: [{ name: 'q', in: place, required: true, schema, ...more }],
    responses: {
      200: { description: 'Done.', content: { 'text/csv': { schema: { type: 'string' } } } },
      400: json({}),
    },
  },
});

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { responses: { 200: json({ type: 'array', items: RECORD }) } },
      post: {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: NOTE } } },
        responses: { 201: json(RECORD), 400: json({}) },
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: json(RECORD), 404: json({}) } },
      patch: {
        requestBody: {
          content: { 'application/json': { schema: PATCH }, 'application/merge-patch+json': { schema: PATCH } },
        },
        responses: { 200: json(RECORD), 400: json({}), 404: json({}) },
      },
    },
    '/form': taking('application/x-www-form-urlencoded', NOTE, {
      encoding: { tags: { style: 'pipeDelimited', explode: false }, place: { style: 'deepObject' } },
    }),
    '/text': taking('text/plain', { type: 'integer', minimum: 3 }),
    '/xml': taking('application/xml', POINT),
    '/bytes': taking('application/octet-stream', { type: 'string', format: 'binary' }),
    '/deep': asking('query', POINT, { style: 'deepObject' }),
    '/beside': asking('query', POINT),
    '/row': asking('query', POINT, { explode: false }),
    '/pipes': asking('query', NUMBERS, { style: 'pipeDelimited' }),
    '/head': asking('header', POINT, { explode: true }),
    '/cookie': asking('cookie', NUMBERS, { explode: false }),
    '/content': {
      get: {
        parameters: [{ name: 'q', in: 'query', required: true, content: { 'application/json': { schema: POINT } } }],
        responses: { 200: { description: 'Done.' }, 400: json({}) },
      },
    },
    '/matrix/{q}/look': asking('path', NUMBERS, { style: 'matrix', explode: true }),
  },
};

test('bodies and parameters of every kind are sent as the document says, and a server that reads them so is clean', async () => {
  const { found, cells, exchanges, contract } = await judgedMock(
    writeFile('json', JSON.stringify(DOCUMENT)),
    ['--max-requests', '200'],
    { fixtures: 'none' },
  );
  expect(found).toEqual([]);
  expect(cells.filter(({ outcome }) => outcome === 'error')).toEqual([]);
  const taken = new Set(exchanges.filter(isSuccess).map(({ request }) => request.operation.id));
  expect(contract.operations.map(({ id }) => id).filter((id) => !taken.has(id))).toEqual([]);
  // In a merge patch null removes a member, whatever its schema says of null.
  const patches = exchanges
    .filter(({ request }) => request.method === 'PATCH')
    .map(({ request }) => request.body ?? '');
  expect(patches.filter((text) => text.includes('12345'))).not.toEqual([]);
  expect(patches.filter((text) => text.includes(':null'))).toEqual([]);
  // An array without items has no part in a form: what has to be there has an item.
  const sent = exchanges.filter(({ request }) => request.target === '/notes' && request.method === 'POST');
  expect(sent.filter(({ request }) => !request.body?.includes('name="images"'))).toEqual([]);
  const created = exchanges.find(({ request, response }) => request.method === 'POST' && response?.status === 201);
  expect(created?.request.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
}, 30_000);

test('of an upload that a server takes of one type alone, the type that its refusal names is tried', async () => {
  const properties = { image: { type: 'string', format: 'binary' }, caption: { type: 'string' } };
  const schema = { type: 'object', required: ['image'], properties };
  const document = {
    openapi: '3.0.3',
    info: { title: 'Photos', version: '1' },
    paths: { '/photos': taking('multipart/form-data', schema) },
  };
  const server = await listen('', async (request, response) => {
    const form = await new Response(await text(request), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    })
      .formData()
      .catch(() => undefined);
    const image = form?.get('image');
    const isTaken = image instanceof Blob && image.type === 'image/gif' && (await image.text()).startsWith('GIF89a');
    const detail = 'image must be image/png or image/gif, not application/octet-stream';
    const reply = isTaken ? {} : { errors: [{ pointer: '/image', detail }] };
    response.writeHead(isTaken ? 200 : 400, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
  });
  const { exchanges } = await judgedBy(writeFile('json', JSON.stringify(document)), server.baseUrl);
  await server.close();
  const taken = exchanges.filter(isSuccess).map(({ request }) => request.body);
  expect(taken).toContainEqual(expect.stringContaining('filename="file.gif"'));
});

const of = (type: string, schema: object) => ({ description: 'Done.', content: { [type]: { schema } } });
const BINARY = { type: 'string', format: 'binary' };
const THING = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const sending = (type: string, schema: object) => ({
  requestBody: { required: true, content: { [type]: { schema } } },
  responses: { 204: { description: 'Done.' }, 400: json({}) },
});
const RAW = writeFile(
  'json',
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Raw', version: '1' },
    paths: {
      '/anything': { get: { responses: { 200: of('*/*', THING) } } },
      '/untyped': { get: { responses: { 200: of('*/*', THING) } } },
      '/word': { get: { responses: { 200: of('*/*', { type: 'string' }) } } },
      '/file': { get: { responses: { 200: of('application/json', BINARY) } } },
      '/bytes': { get: { responses: { 200: of('application/octet-stream', BINARY) } } },
      '/text': { get: { responses: { 200: of('text/*', { type: 'string' }) } } },
      '/record': { get: { responses: { 200: of('*/*', THING) } } },
      '/blob': { put: sending('application/json', BINARY) },
      '/loose': { post: sending('*/*', THING) },
      '/strict': { post: sending('application/json', THING) },
    },
  }),
);

/** What the server replies to each GET: its type, none where that is empty, and its body. */
const REPLIES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/anything': ['text/html', '<p>Hello</p>'],
  '/untyped': ['', 'Hello'],
  '/word': ['application/json', 'Hello'],
  '/file': ['application/json', 'Hello'],
  '/bytes': ['application/octet-stream', ''],
  '/text': ['text/csv', ''],
  '/record': ['application/json', '{"name":"A"}'],
};

const foundRaw = async (replies: typeof REPLIES, takes: (url: string) => boolean): Promise<readonly string[]> => {
  const server = await listen('', async ({ method, url = '' }, response) => {
    const [type, body] = replies[url] ?? ['', ''];
    const status = method === 'GET' ? 200 : takes(url) ? 204 : 400;
    if (status === 400) response.writeHead(400, { 'Content-Type': 'application/json' }).end('{}');
    else response.writeHead(status, type === '' ? {} : { 'Content-Type': type }).end(body);
  });
  const { found } = await judgedBy(RAW, server.baseUrl);
  await server.close();
  return found;
};

test('what is not documented as JSON is neither judged as JSON, nor broken on purpose', async () => {
  expect(await foundRaw(REPLIES, (url) => url !== '/strict')).toEqual([]);
}, 30_000);

test('what says itself that it is JSON is judged by the schema of a range, and JSON that is asked for is broken', async () => {
  const replies = { ...REPLIES, '/record': ['application/json', '{"name":1}'] as const };
  const found = await foundRaw(replies, () => true);
  expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/^fail reply.schema GET \/record:/)]));
  expect(found).toEqual(
    expect.arrayContaining([expect.stringMatching(/^fail input.refused POST \/strict: .* malformed/)]),
  );
  expect(found.filter((one) => !/ (GET \/record|POST \/strict): /.test(one))).toEqual([]);
}, 30_000);

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (required: readonly string[], properties: object) => ({ type: 'object', required, properties });
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const done = (schema: object) => ({ 200: { description: 'Done.', ...content(schema) } });

/** Ways to contain oneself, each with an end. */
const TREES = {
  OneOf: { oneOf: [{ type: 'string' }, object(['l', 'r'], { l: to('OneOf'), r: to('OneOf') })] },
  AnyOf: { anyOf: [object(['l', 'r'], { l: to('AnyOf'), r: to('AnyOf') }), { type: 'string' }] },
  AllOf: { allOf: [{ oneOf: [{ type: 'string' }, to('Branch')] }] },
  Branch: { allOf: [object(['l'], { l: to('AllOf') }), object(['r'], { r: to('AllOf') })] },
  List: { oneOf: [{ type: 'array', minItems: 1, items: to('List') }, { type: 'integer' }] },
  First: { oneOf: [to('Second'), to('Third')] },
  Second: object(['third', 'first'], { third: to('Third'), first: to('First') }),
  Third: {
    anyOf: [
      object(['many'], { many: { type: 'array', minItems: 2, items: to('Second') } }),
      { ...object(['leaf'], { leaf: { type: 'boolean' }, more: to('First') }), additionalProperties: false },
    ],
  },
  Endless: object(['next'], { next: to('Endless') }),
  Optional: { type: 'object', properties: { never: to('Endless'), one: to('Optional'), other: to('Optional') } },
};
const NAMES = ['OneOf', 'AnyOf', 'AllOf', 'List', 'First', 'Optional'];

const RECURSIVE = editedDocument((draft) => {
  delete draft.security;
  const forest = object(['id', ...NAMES], {
    id: { type: 'integer', format: 'int64', readOnly: true },
    ...Object.fromEntries(NAMES.map((name) => [name, to(name)])),
  });
  draft.components = { ...draft.components, schemas: { ...draft.components?.schemas, ...TREES, Forest: forest } };
  const echo = (name: string) => ({
    get: { operationId: `get${name}`, responses: done(to(name)) },
    post: {
      operationId: `post${name}`,
      requestBody: { required: true, ...content(to(name)) },
      responses: { 201: { description: 'Done.', ...content({ type: 'object' }) } },
    },
  });
  draft.paths = {
    '/forests': {
      get: { operationId: 'listForests', responses: done({ type: 'array', items: to('Forest') }) },
      post: {
        operationId: 'addForest',
        requestBody: { required: true, ...content(to('Forest')) },
        responses: { 201: { description: 'Done.', ...content(to('Forest')) } },
      },
    },
    ...Object.fromEntries(['AllOf', 'First'].map((name) => [`/made/${name}`, echo(name)])),
  };
});

test('values of schemas that contain themselves are drawn, sent, made up and served', async () => {
  const flags = ['--checks', 'input.accepted,reply.schema', '--examples-per-check', '8'];
  const { found, cells, exchanges } = await judgedMock(RECURSIVE, flags, { fixtures: 'none' });
  expect(found).toEqual([]);
  expect(cells.filter(({ outcome }) => outcome === 'error')).toEqual([]);
  const bodies = exchanges.map(({ request }) => request.body?.trim() ?? '').filter((body) => body !== '');
  expect(bodies.length).toBeGreaterThan(50);
  expect(Math.max(...bodies.map((body) => body.length))).toBeLessThan(100_000);
}, 30_000);
