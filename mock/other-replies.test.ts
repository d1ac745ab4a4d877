import { createMock, type Mock } from './index';
import { arrayOf, documentOf, done, INTEGER, json, object, TEXT } from './testing/asking';

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
  { servers: [{ url: '/v1' }] },
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
