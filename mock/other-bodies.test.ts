import { createMock, type Mock } from './index';
import { arrayOf, documentOf, done, INTEGER, idsIn, inQuery, object, TEXT } from './testing/asking';

const NOTE = object(
  {
    title: { ...TEXT, minLength: 2 },
    pages: INTEGER,
    done: { type: 'boolean' },
    tags: arrayOf(TEXT),
    place: object({ x: INTEGER }),
    file: { ...TEXT, format: 'binary' },
  },
  'title',
);
const RECORD = { allOf: [object({ id: INTEGER }, 'id'), NOTE] };
const MESSAGE = object({ message: { ...TEXT, 'x-error': 'message' } });
const responses = (status: number, schema: object = {}) => ({
  ...done(status, schema),
  ...done(400, MESSAGE),
  ...done(415, MESSAGE),
});
const taking = (schema: object, ...types: readonly string[]) => ({
  required: true,
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
});
const posting = (schema: object, type: string) => ({
  post: { requestBody: taking(schema, type), responses: responses(200, object({ got: {} })) },
});
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const asking = (parameter: object) => ({
  get: { parameters: [{ ...parameter, required: true }], responses: responses(200) },
});

const DOCUMENT = documentOf({
  '/notes': {
    get: { responses: done(200, arrayOf(RECORD)) },
    post: { requestBody: taking(NOTE, ...FORMS), responses: responses(201, RECORD) },
  },
  '/notes/{id}': { parameters: idsIn('{id}'), get: { responses: { ...done(200, RECORD), ...done(404, MESSAGE) } } },
  '/number': posting({ ...INTEGER, minimum: 3 }, 'text/plain'),
  '/bytes': posting({ ...TEXT, format: 'binary' }, 'application/octet-stream'),
  '/options': {
    post: {
      requestBody: taking({ type: 'object' }, 'application/*+json', 'application/x-www-form-urlencoded'),
      responses: responses(200),
    },
  },
  '/deep': asking(inQuery('q', object({ x: INTEGER }, 'x'), { style: 'deepObject' })),
  '/cookie': asking({ name: 'ids', in: 'cookie', schema: arrayOf(INTEGER) }),
});

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ document: DOCUMENT, checkReplies: true });
});

async function send(path: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  const response = await mock.fetch(`http://localhost${path}`, init);
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
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
    ['title=x', 'application/x-www-form-urlencoded', 400, /"title" must be at least 2 characters long/],
    ['title=xy&pages=many', 'application/x-www-form-urlencoded', 400, /"pages" must be an integer, not "many"/],
    ['title=xy', 'multipart/form-data', 400, /names no boundary/],
    ['title=xy', 'multipart/form-data; boundary=b', 400, /not multipart\/form-data: the boundary "b" is not in it/],
    ['{"title":"xy"}', 'application/json', 415, /must be application\/x-www-form-urlencoded or multipart\/form-data/],
  ])('%s as %s is refused', async (body, type, status, why) => {
    const reply = await posted('/notes', body, type);
    expect(reply.status).toBe(status);
    expect((reply.body as { message: string }).message).toMatch(why);
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
