import { createMock, type Mock } from './index';
import { arrayOf, askerOf, documentOf, done, INTEGER, idsIn, json, NONE, object, ref, TEXT } from './testing/asking';

const PET = {
  ...object(
    {
      id: { ...INTEGER, xml: { attribute: true } },
      name: TEXT,
      tags: { ...arrayOf({ ...TEXT, xml: { name: 'Tag' } }), xml: { name: 'Tags', wrapped: true } },
    },
    ...['id', 'name'],
  ),
  xml: { name: 'Pet' },
};
const BINARY = { ...TEXT, format: 'binary' };
const reply = (content: Record<string, object>) => ({ get: { responses: { 200: { description: 'Fine.', content } } } });
const of = (type: string, media: object = {}) => reply({ [type]: media });

const DOCUMENT = documentOf(
  {
    '/pets': {
      ...reply({
        'application/xml': { schema: { ...arrayOf(PET), xml: { name: 'Pets' } } },
        'application/json': { schema: arrayOf(PET) },
        'text/csv': { schema: TEXT },
      }),
      post: { requestBody: json(PET), responses: done(201, PET) },
    },
    '/report': of('text/csv', { example: 'a,b\r\n1,2' }),
    '/page': of('text/html', { schema: TEXT, example: '<p>Hello</p>' }),
    '/picture': of('image/*', { schema: BINARY }),
    '/jpeg': of('image/jpeg'),
    '/drawing': of('image/svg+xml'),
    '/document': of('application/pdf', { schema: BINARY }),
    '/bytes': of('*/*', { schema: BINARY }),
    '/anything': of('*/*', { schema: object({ a: { ...INTEGER, default: 1 } }, 'a') }),
    '/events': of('text/event-stream', { schema: object({ n: { ...INTEGER, example: 4 } }, 'n') }),
    '/problem': of('application/problem+xml', { schema: PET, example: { id: 1, name: 'A & B', tags: ['<x>'] } }),
    '/pets/{id}': { parameters: idsIn('/pets/{id}'), get: { responses: { ...done(200, PET), ...NONE } } },
    '/pets/latest': reply({ 'application/xml': { schema: { $ref: '#/components/schemas/Latest' } } }),
    '/served': {
      get: {
        responses: {
          200: {
            description: 'Fine.',
            headers: {
              'X-Region': { schema: { ...TEXT, enum: ['eu'] } },
              'X-Served-By': { schema: TEXT, example: 'node-7' },
              'X-Version': { schema: { ...INTEGER, default: 3 } },
              'X-Trace': { schema: TEXT },
              'X-Total-Count': { schema: INTEGER, example: 40 },
              Link: { schema: TEXT, example: '</v1/served?page=2>; rel="next"' },
            },
          },
          404: { description: 'None.', content: { 'application/json': { example: { errors: [{ code: 'none' }] } } } },
        },
      },
    },
    '/early': { get: { responses: done(103) } },
    '/moved': {
      get: {
        responses: {
          302: { description: 'Elsewhere.', headers: { location: { schema: { ...TEXT, example: '/v1/page' } } } },
        },
      },
      post: { responses: done(303) },
      put: { responses: done(304) },
      head: { responses: { 200: { description: 'There.', content: { 'text/plain': {} } } } },
    },
  },
  { servers: [{ url: '/v1' }], components: { schemas: { Latest: object({ n: { ...INTEGER, example: 4 } }, 'n') } } },
);

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ document: DOCUMENT, checkReplies: true, fixtures: 'none' });
});

async function get(path: string, accept?: string): Promise<readonly [string | null, Buffer]> {
  const response = await mock.fetch(`http://localhost/v1${path}`, accept === undefined ? {} : { headers: { accept } });
  expect(response.status).toBe(200);
  return [response.headers.get('content-type'), Buffer.from(await response.arrayBuffer())];
}

test.each([
  ['/report', 'text/csv; charset=utf-8', 'a,b\r\n1,2'],
  ['/page', 'text/html; charset=utf-8', '<p>Hello</p>'],
  ['/drawing', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
  ['/anything', 'application/json', '{"a":1}'],
  ['/events', 'text/event-stream; charset=utf-8', 'data: {"n":4}\n\n'],
  [
    '/problem',
    'application/problem+xml',
    '<?xml version="1.0" encoding="UTF-8"?>\n<Pet id="1"><name>A &amp; B</name><Tags><Tag>&lt;x&gt;</Tag></Tags></Pet>',
  ],
])('%s is sent as %s', async (path, type, body) => {
  const [sent, bytes] = await get(path);
  expect([sent, bytes.toString()]).toEqual([type, body]);
});

test.each([
  ['/picture', 'image/png', '\u0089PNG'],
  ['/jpeg', 'image/jpeg', '\u00ff\u00d8\u00ff'],
  ['/document', 'application/pdf', '%PDF-1.4'],
  ['/bytes', 'application/octet-stream', ''],
])('%s is bytes of %s', async (path, type, begin) => {
  const [sent, bytes] = await get(path);
  expect([sent, bytes.toString('latin1').slice(0, begin.length)]).toEqual([type, begin]);
});

test('a root of XML that has no name of its own has that of its schema', async () => {
  const [, bytes] = await get('/pets/latest');
  expect(bytes.toString()).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<Latest><n>4</n></Latest>');
});

test('a header that need not be there is sent where the document gives it a value that is true of any reply', async () => {
  const { headers } = await mock.fetch('http://localhost/v1/served');
  const names = ['X-Region', 'X-Served-By', 'X-Version', 'X-Trace', 'X-Total-Count', 'Link'];
  expect(names.map((name) => headers.get(name))).toEqual(['eu', 'node-7', '3', null, null, null]);
});

test('an error of which the document has an example alone is that example', async () => {
  const reply = await mock.fetch('http://localhost/v1/served', { headers: { prefer: 'code=404' } });
  expect([reply.status, await reply.json()]).toEqual([404, { errors: [{ code: 'none' }] }]);
});

test('an error that has no content has none, and one that the document does not have is a problem of RFC 9457', async () => {
  const sent = async (path: string) => {
    const reply = await mock.fetch(`http://localhost/v1${path}`);
    return [reply.status, reply.headers.get('content-type'), await reply.text()];
  };
  expect(await sent('/pets/77')).toEqual([404, null, '']);
  expect(await sent('/nowhere')).toEqual([404, 'application/problem+json', expect.stringContaining('/nowhere')]);
});

test('what documents a reply of 1xx alone is answered by one that ends the exchange', async () => {
  const [type, bytes] = await get('/early');
  expect([type, bytes.length]).toEqual([null, 0]);
});

test('records come in the media type that Accept prefers, JSON where it says nothing of them', async () => {
  const body = JSON.stringify({ id: 1, name: 'Rex', tags: ['a', 'b'] });
  const made = await mock.fetch('http://localhost/v1/pets', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { id } = (await made.json()) as { id: number };
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Pets><Pet id="${id}"><name>Rex</name><Tags><Tag>a</Tag><Tag>b</Tag></Tags></Pet></Pets>`;
  const json = JSON.stringify([{ id, name: 'Rex', tags: ['a', 'b'] }]);
  const sent = async (accept?: string) => {
    const [type, bytes] = await get('/pets', accept);
    return [type, bytes.toString()];
  };
  expect(await sent()).toEqual(['application/json', json]);
  expect(await sent('application/xml')).toEqual(['application/xml', xml]);
  expect(await sent('application/xml;q=0.4, */*;q=0.5')).toEqual(['application/json', json]);
  expect(await sent('image/png')).toEqual(['application/json', json]);
  expect((await sent('text/*'))[0]).toBe('text/csv; charset=utf-8');
});

test('a redirection says where to, and a 304 and HEAD have no body', async () => {
  const ask = async (method: string) => {
    const response = await mock.fetch('http://localhost/v1/moved', { method, redirect: 'manual' });
    return [response.status, response.headers.get('location'), await response.text()];
  };
  expect(await ask('GET')).toEqual([302, '/v1/page', '']);
  expect(await ask('POST')).toEqual([303, '/v1/', '']);
  expect(await ask('PUT')).toEqual([304, null, '']);
  expect(await ask('HEAD')).toEqual([200, null, '']);
});

describe('a record that two schemas describe, which contradict each other,', () => {
  const badge = (trigger: object) => object({ id: INTEGER, name: TEXT, trigger }, 'id', 'name', 'trigger');
  const changed = { updated_at: { ...INTEGER, format: 'date-time', example: 1_700_000_000 } };
  const KINDS = arrayOf(object({ kind: TEXT }, 'kind'));
  const PATHS = {
    '/badges': {
      get: { responses: done(200, object({ badges: arrayOf(badge(INTEGER)), kinds: KINDS }, 'badges', 'kinds')) },
      post: {
        requestBody: json(object({ name: TEXT })),
        responses: done(200, object({ badge: badge(TEXT), kinds: KINDS }, 'badge', 'kinds')),
      },
    },
    '/badges/{id}': { parameters: idsIn('{id}'), delete: { responses: { ...done(204), ...NONE } } },
    '/articles': {
      post: { requestBody: json(object({ title: TEXT })), responses: done(201, object({ id: INTEGER })) },
    },
    '/articles/{id}': {
      parameters: idsIn('{id}'),
      get: { responses: { ...done(200, object({ id: INTEGER, title: TEXT, ...changed }, 'id')), ...NONE } },
      put: {
        requestBody: json(object({ title: TEXT })),
        responses: done(200, object({ id: INTEGER, ...changed }, 'id'), { id: 6_871_119, updated_at: 1 }),
      },
    },
  };

  test('is shown with its own id and values, and only the odd member is another one', async () => {
    const ask = askerOf(await createMock({ document: documentOf(PATHS), fixtures: 'none', checkReplies: true }));
    const { badge: made } = (await ask('POST', '/badges', { name: 'x' })).body;
    expect(made).toEqual({ id: 1, name: 'x', trigger: expect.any(String) });
    expect((await ask('GET', '/badges')).body.badges).toEqual([{ id: 1, name: 'x', trigger: Number(made.trigger) }]);
  });

  test('is shown with its own id where it is replaced, and with Unix time where its instants are numbers', async () => {
    const ask = askerOf(await createMock({ document: documentOf(PATHS), fixtures: 'none', checkReplies: true }));
    const { id } = (await ask('POST', '/articles', { title: 'x' })).body;
    const { body: replaced } = await ask('PUT', `/articles/${id}`, { title: 'y' });
    expect(replaced.id).toBe(id);
    expect(Math.abs(replaced.updated_at - Date.now() / 1000)).toBeLessThan(1e6);
    expect((await ask('GET', `/articles/${id}`)).body).toMatchObject({ id, title: 'y' });
  });
});

test.each([
  ['names no member', { type: 'object' }, 'bare'],
  ['has no type', {}, 'data'],
  ['has items and no type', { items: object({ id: TEXT, title: TEXT }) }, 'data'],
])('a record whose reply %s has an id, and what was sent', async (_, shown: object, kind: string) => {
  const around = (schema: object) => (kind === 'data' ? object({ data: schema }) : schema);
  const reply = around(shown);
  const paths = {
    '/notes': {
      get: { responses: done(200, around(arrayOf(kind === 'data' ? object({ id: TEXT, title: TEXT }) : shown))) },
      post: { requestBody: json(object({ title: TEXT, more: { type: 'object' } })), responses: done(200, reply) },
    },
    '/notes/{id}': {
      parameters: idsIn('{id}', TEXT),
      get: { responses: { ...done(200, reply), ...NONE } },
      patch: { requestBody: json(object({ title: TEXT })), responses: { ...done(200, reply), ...NONE } },
    },
  };
  const ask = askerOf(await createMock({ document: documentOf(paths), fixtures: 'none', checkReplies: true }));
  const recordIn = ({ body }: { body: Record<string, unknown> }) => (kind === 'data' ? body.data : body);
  const note = { id: '1', title: 'x' };
  expect(recordIn(await ask('POST', '/notes', { title: 'x' }))).toEqual(note);
  expect(recordIn(await ask('GET', '/notes/1'))).toEqual(note);
  expect(recordIn(await ask('GET', '/notes'))).toEqual([note]);
  expect(recordIn(await ask('PATCH', '/notes/1', { title: 'y' }))).toEqual({ ...note, title: 'y' });
});

test('collections that a path names hold whatever is sent, each its own, and are filtered by it', async () => {
  const item = ref('Item');
  const components = { schemas: { Item: { type: 'object', additionalProperties: true } } };
  const one = done(200, object({ data: item }));
  const filter = { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } };
  const paths = {
    '/items/{collection}': {
      parameters: idsIn('{collection}', TEXT),
      get: { parameters: [filter], responses: done(200, object({ data: arrayOf(item) })) },
      post: {
        requestBody: json({ oneOf: [arrayOf(item), item] }),
        responses: done(200, object({ data: { oneOf: [arrayOf(item), item] } })),
      },
    },
    '/items/{collection}/{id}': {
      parameters: [
        ...idsIn('{collection}', TEXT),
        { name: 'id', in: 'path', required: true, schema: { oneOf: [INTEGER, TEXT] } },
      ],
      get: { responses: one },
    },
  };
  const document = documentOf(paths, { components });
  const ask = askerOf(await createMock({ document, fixtures: 'none', checkReplies: true }));
  for (const title of ['A', 'B']) await ask('POST', '/items/articles', { title });
  await ask('POST', '/items/pages', { title: 'A' });
  expect((await ask('GET', '/items/articles/2')).body).toEqual({ data: { id: 2, title: 'B' } });
  for (const by of ['filter[title][_eq]=B', 'filter[id][_in]=2,3', 'filter[title]=B'])
    expect((await ask('GET', `/items/articles?${encodeURI(by)}`)).body).toEqual({ data: [{ id: 2, title: 'B' }] });
});
