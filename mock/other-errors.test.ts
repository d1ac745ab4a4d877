import { createMock, type Mock } from './index';
import { arrayOf, documentOf, done, INTEGER, inPath, json, object, TEXT as text } from './testing/asking';

const UUID = { ...text, format: 'uuid' };
const TITLE = { ...text, maxLength: 9 };
const NOTE = object({ id: UUID, title: TITLE }, 'id', 'title');
const NEW_NOTE = object({ title: TITLE, pages: { ...INTEGER, minimum: 1 } }, 'title');
const FAULT = object({ loc: arrayOf({ anyOf: [text, INTEGER] }), msg: text, type: text }, 'loc', 'msg', 'type');
const PROBLEM = object({ title: text, status: INTEGER, detail: text }, 'title');
const invalid = done(422, object({ detail: arrayOf(FAULT) }));

const DOCUMENT = documentOf(
  {
    '/notes/': {
      get: { responses: done(200, arrayOf(NOTE)) },
      post: {
        requestBody: { required: true, ...json(NEW_NOTE) },
        responses: {
          201: { description: 'Made.', headers: { Location: { schema: text } }, ...json(NOTE) },
          ...invalid,
        },
      },
    },
    '/notes/{note_id}': {
      parameters: [inPath('note_id', UUID)],
      get: { responses: { ...done(200, NOTE), ...invalid } },
    },
    '/secrets': {
      get: {
        security: [{ token: [] }],
        responses: {
          ...done(200),
          403: {
            description: 'Forbidden',
            headers: { 'Retry-After': { required: true, schema: INTEGER } },
            content: { 'application/problem+json': { schema: PROBLEM } },
          },
        },
      },
    },
    '/pages/{page}': {
      get: {
        parameters: [inPath('page')],
        responses: {
          200: { description: 'A page.', content: { 'text/html': {} } },
          400: { description: 'No page.', content: { 'text/html': {} } },
          503: {
            description: 'Busy.',
            content: { 'application/xml': { schema: { ...PROBLEM, xml: { name: 'fault' } } } },
          },
        },
      },
    },
  },
  { servers: [{ url: '/v1' }], components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } },
);

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ document: DOCUMENT, planLimits: false });
});

const ask = (path: string, init: RequestInit = {}) => mock.fetch(`http://mock.test/v1${path}`, init);
const send = (body: string) =>
  ask('/notes/', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });

describe('a refusal is what the operation documents for it', () => {
  it.each([
    ['a body that breaks its schema', '{"title":"ten letters"}', ['body', 'title']],
    ['a body without what is required', '{}', ['body', 'title']],
    ['a body that is no JSON', '{', ['body']],
  ])('%s', async (_, body, loc) => {
    const reply = await send(body);
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({ detail: [{ loc, msg: expect.stringMatching(/title|JSON/) }] });
  });

  it('with the word of JSON Schema for what a number breaks', async () => {
    const typesOf = async (pages: unknown) => (await send(JSON.stringify({ title: 'a', pages }))).json();
    expect(await typesOf('x')).toMatchObject({ detail: [{ loc: ['body', 'pages'], type: 'type' }] });
    expect(await typesOf(0)).toMatchObject({ detail: [{ loc: ['body', 'pages'], type: 'minimum' }] });
  });

  it('a path parameter', async () => {
    const reply = await ask('/notes/seven');
    expect([reply.status, await reply.json()]).toMatchObject([
      422,
      { detail: [{ loc: ['path', 'note_id'], type: 'format' }] },
    ]);
  });

  it('a missing credential, with the headers that the reply has to have', async () => {
    const reply = await ask('/secrets');
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('retry-after')]).toEqual([
      403,
      'application/problem+json',
      '1',
    ]);
    expect(await reply.json()).toEqual({
      title: 'Forbidden',
      status: 403,
      detail: expect.stringContaining('API key is missing'),
    });
  });

  it('a page that shows nothing of the request as markup', async () => {
    const reply = await ask(`/pages/${encodeURIComponent('<script>')}`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([400, 'text/html']);
    expect(await reply.text()).toContain('&lt;script&gt;');
  });

  it('XML, by a preference too', async () => {
    const reply = await ask('/pages/1', { headers: { Prefer: 'code=503' } });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([503, 'application/xml']);
    expect(await reply.text()).toContain('<fault><title>Service Unavailable</title><status>503</status>');
  });
});

it('A path that is not there is refused in the shape that most errors have', async () => {
  const reply = await ask('/nothing');
  expect([reply.status, await reply.json()]).toMatchObject([
    404,
    { detail: [{ msg: 'There is nothing at /v1/nothing.' }] },
  ]);
});

it('A documented Location leads to what was created', async () => {
  const made = await send('{"title":"one"}');
  const location = made.headers.get('location') ?? '';
  const { id: own } = (await made.json()) as { id: string };
  expect([made.status, location]).toEqual([201, `/v1/notes/${own}`]);
  expect(await (await mock.fetch(`http://mock.test${location}`)).json()).toEqual({ id: own, title: 'one' });
});
