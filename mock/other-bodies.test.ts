import { createMock, type Mock } from './index';
import { documentOf, inPath } from './testing/asking';

const NOTE = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', minLength: 2 },
    pages: { type: 'integer' },
    done: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    place: { type: 'object', properties: { x: { type: 'integer' } } },
    file: { type: 'string', format: 'binary' },
  },
};
const RECORD = { allOf: [{ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }, NOTE] };
const json = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });
const REFUSED = json({ type: 'object', properties: { message: { type: 'string', 'x-error': 'message' } } });
const form = (...types: readonly string[]) => ({
  required: true,
  content: Object.fromEntries(types.map((type) => [type, { schema: NOTE }])),
});
const text = (schema: object, type = 'text/plain') => ({
  requestBody: { required: true, content: { [type]: { schema } } },
  responses: { 200: json({ type: 'object', properties: { got: {} } }), 400: REFUSED, 415: REFUSED },
});
const search = (schema: object, more: object = {}) => ({
  get: {
    parameters: [{ name: 'q', in: 'query', required: true, schema, ...more }],
    responses: { 200: json({}), 400: REFUSED, 415: REFUSED },
  },
});

const DOCUMENT = documentOf({
  '/notes': {
    get: { responses: { 200: json({ type: 'array', items: RECORD }) } },
    post: {
      requestBody: form('application/x-www-form-urlencoded', 'multipart/form-data'),
      responses: { 201: json(RECORD), 400: REFUSED, 415: REFUSED },
    },
  },
  '/notes/{id}': {
    parameters: [inPath('id')],
    get: { responses: { 200: json(RECORD), 404: REFUSED } },
  },
  '/number': { post: text({ type: 'integer', minimum: 3 }) },
  '/bytes': { post: text({ type: 'string', format: 'binary' }, 'application/octet-stream') },
  '/options': {
    post: {
      requestBody: {
        required: true,
        content: {
          'application/*+json': { schema: { type: 'object' } },
          'application/x-www-form-urlencoded': { schema: { type: 'object' } },
        },
      },
      responses: { 200: json({}), 400: REFUSED, 415: REFUSED },
    },
  },
  '/deep': search({ type: 'object', required: ['x'], properties: { x: { type: 'integer' } } }, { style: 'deepObject' }),
  '/cookie': {
    get: {
      parameters: [
        { name: 'ids', in: 'cookie', required: true, schema: { type: 'array', items: { type: 'integer' } } },
      ],
      responses: { 200: json({}), 400: REFUSED, 415: REFUSED },
    },
  },
});

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ document: DOCUMENT, checkReplies: true });
});

async function send(path: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  const response = await mock.fetch(`http://localhost${path}`, init);
  const said = await response.text();
  return { status: response.status, body: said === '' ? undefined : JSON.parse(said) };
}
const posted = (path: string, body: NonNullable<RequestInit['body']>, type?: string) =>
  send(path, { method: 'POST', body, ...(type === undefined ? {} : { headers: { 'content-type': type } }) });

describe('a form makes a record like any other body:', () => {
  test('urlencoded, each value by its type', async () => {
    const body = 'title=One+%26+two&pages=3&done=true&tags=a&tags=b&place[x]=4';
    const made = await posted('/notes', body, 'application/x-www-form-urlencoded;charset=UTF-8');
    const note = { title: 'One & two', pages: 3, done: true, tags: ['a', 'b'], place: { x: 4 } };
    expect(made).toEqual({ status: 201, body: { id: expect.any(Number), ...note } });
    const { id } = made.body as { id: number };
    expect(await send(`/notes/${id}`)).toEqual({ status: 200, body: { id, ...note } });
  });

  test('multipart, with a file', async () => {
    const body = new FormData();
    body.append('title', '007');
    body.append('place', new Blob(['{"x":5}'], { type: 'application/json' }));
    body.append('file', new Blob(['hello']), 'a.txt');
    expect(await posted('/notes', body)).toMatchObject({
      status: 201,
      body: { title: '007', place: { x: 5 }, file: 'hello' },
    });
    body.set('file', new Blob([new Uint8Array([0xff, 0xfe])]));
    expect(await posted('/notes', body)).toMatchObject({ body: { file: '//4=' } });
  });

  test.each([
    ['title=x', 'application/x-www-form-urlencoded', 400, /\/title must be at least 2 characters long/],
    ['title=xy&pages=many', 'application/x-www-form-urlencoded', 400, /\/pages must be an integer, not "many"/],
    ['title=xy', 'multipart/form-data', 400, /names no boundary/],
    ['title=xy', 'multipart/form-data; boundary=b', 400, /not multipart\/form-data: the boundary "b" is not in it/],
    ['{"title":"xy"}', 'application/json', 415, /must be application\/x-www-form-urlencoded or multipart\/form-data/],
  ])('%s as %s is refused', async (body, type, status, said) => {
    const reply = await posted('/notes', body, type);
    expect(reply.status).toBe(status);
    expect((reply.body as { message: string }).message).toMatch(said);
  });
});

test('a text is judged by its schema, bytes are taken as they are', async () => {
  expect((await posted('/number', '3', 'text/plain')).status).toBe(200);
  expect((await posted('/number', '2', 'text/plain')).status).toBe(400);
  expect((await posted('/number', 'three', 'text/plain')).status).toBe(400);
  expect((await posted('/bytes', new Uint8Array([0xff]), 'application/octet-stream')).status).toBe(200);
  expect(await posted('/bytes', 'x', 'multipart/mixed; boundary="a;b"; charset=utf-8')).toEqual({
    status: 415,
    body: { message: 'The request body must be application/octet-stream, not multipart/mixed; charset=utf-8.' },
  });
});

test('a form without fields is an object, and a body of no type that is known counts as JSON where ranges are taken', async () => {
  expect((await posted('/options', '', 'application/x-www-form-urlencoded')).status).toBe(200);
  expect((await posted('/options', '{}', 'application/octet-stream')).status).toBe(200);
  expect((await posted('/options', '{', 'application/octet-stream')).status).toBe(400);
  expect((await posted('/options', '{}', 'application/vnd.notes+json')).status).toBe(200);
  expect((await posted('/options', '{}', 'text/plain')).status).toBe(415);
});

test('objects in a query and arrays in a cookie are judged, too', async () => {
  expect((await send('/deep?q[x]=1')).status).toBe(200);
  expect(await send('/deep?q[x]=one')).toMatchObject({ status: 400 });
  expect((await send('/deep')).status).toBe(400);
  expect((await send('/cookie', { headers: { cookie: 'ids=1,2' } })).status).toBe(200);
  expect((await send('/cookie', { headers: { cookie: 'ids=1&ids=2' } })).status).toBe(200);
  expect((await send('/cookie', { headers: { cookie: 'ids=a' } })).status).toBe(400);
});
