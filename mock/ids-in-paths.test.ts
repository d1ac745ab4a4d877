import request from 'supertest';
import { createMock, type Mock } from './index';
import { documentOf, INTEGER, inPath, json, object, TEXT } from './testing/asking';

const NUMBER = INTEGER;
const done = (schema: object, example?: unknown) => ({ 200: { description: 'Done', ...json(schema, example) } });
const NONE = { 404: { description: 'There is none', ...json(object({ message: TEXT })) } };
const idsIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => inPath(name, TEXT));

const REPO = object({ name: TEXT, owner: object({ login: TEXT }) });
const HOOK = object({ url: TEXT });
const STORY = object({ id: TEXT, title: TEXT });
const PLACE = object({ code: { ...TEXT, pattern: '^PL[0-9]{4}$' } });
const SAID = object({ id: TEXT, comment: TEXT });
const BADGE = object({ id: { type: 'integer' }, title: TEXT });
const LANGUAGE = object({ number: NUMBER, state: TEXT });
const TEAM = object({ id: { ...TEXT, readOnly: true }, name: TEXT });
const NOTE = object({ id: { ...NUMBER, readOnly: true }, text: TEXT });
const USER = object({ email: { ...TEXT, format: 'email' }, login: TEXT });

const paths: Readonly<Record<string, object>> = {
  // Its repositories are made elsewhere, and name their owner in an object.
  '/repos/{owner}/{repo}': { get: { responses: { ...done(REPO), ...NONE } } },
  '/repos/{owner}/{repo}/hooks': { post: { requestBody: json(HOOK), responses: { ...done(HOOK), ...NONE } } },
  '/repos/{owner}/{repo}/issues': { post: { requestBody: json(HOOK), responses: { ...done(HOOK), ...NONE } } },
  '/repos/{owner}/{repo}/issues/{number}': { get: { responses: { ...done(HOOK), ...NONE } } },
  // The very number that is a whole one elsewhere.
  '/repos/{owner}/{repo}/issues/{number}/lock': { post: { responses: { ...done(object({})), ...NONE } } },
  '/stories': { get: { responses: done({ type: 'array', items: STORY }, [{ id: 'f3a8', title: 'One' }]) } },
  '/stories/{id}': { get: { responses: { ...done(STORY), ...NONE } } },
  '/stories/{id}/readers': {
    get: { responses: done({ type: 'array', items: object({ id: TEXT, name: TEXT }) }) },
    post: { requestBody: json(object({ name: TEXT })), responses: done(object({ id: TEXT, name: TEXT })) },
  },
  '/stories/{id}/readers/{reader_id}': { get: { responses: { ...done(object({ id: TEXT, name: TEXT })), ...NONE } } },
  '/places': { get: { responses: done({ type: 'array', items: PLACE }) } },
  '/places/{code}': { get: { responses: done(PLACE) } },
  '/comments': {
    get: { responses: done({ type: 'array', items: SAID }) },
    post: { requestBody: json({ ...object({ comment: TEXT }), required: ['comment'] }), responses: done(SAID) },
  },
  '/comments/{comment}': { get: { responses: { ...done(SAID), ...NONE } } },
  '/labels': {
    get: { responses: done({ type: 'array', items: object({ name: TEXT, colour: TEXT }) }) },
    post: {
      requestBody: json({ ...object({ name: TEXT }), required: ['name'] }),
      responses: done(object({ name: TEXT })),
    },
  },
  '/labels/{name}': { get: { responses: { ...done(object({ name: TEXT })), ...NONE } } },
  '/badges': { post: { requestBody: json({ ...BADGE, required: ['id'] }), responses: done(BADGE) } },
  '/badges/{id}': { get: { responses: { ...done(BADGE), ...NONE } } },
  '/languages': {
    get: {
      parameters: [{ name: 'state', in: 'query', schema: { ...TEXT, default: 'active' } }],
      responses: done({ type: 'array', items: LANGUAGE }),
    },
    post: { requestBody: json({ ...object({ number: NUMBER }), required: ['number'] }), responses: done(LANGUAGE) },
  },
  '/languages/{number}': { get: { responses: { ...done(LANGUAGE), ...NONE } } },
  '/teams': {
    get: { responses: done({ type: 'array', items: TEAM }) },
    put: { requestBody: json(TEAM), responses: { ...done(TEAM, { id: 'one', name: 'All' }), ...NONE } },
  },
  '/teams/{id}': { get: { responses: { ...done(TEAM), ...NONE } } },
  // As documents say it that were converted and lost their bodies.
  '/notes': {
    get: { responses: done({ type: 'array', items: NOTE }) },
    post: { responses: { 201: { description: 'Created', ...json(NOTE) } } },
  },
  '/notes/{id}': { get: { responses: { ...done(NOTE), ...NONE } } },
  '/users/{user}': { get: { responses: { ...done(USER), ...NONE } } },
};
for (const [path, item] of Object.entries(paths)) Object.assign(item, { parameters: idsIn(path) });
Object.assign(paths['/repos/{owner}/{repo}/issues/{number}'] ?? {}, {
  parameters: idsIn('/{owner}/{repo}/{number}').map((one) =>
    one.name === 'number' ? { ...one, schema: NUMBER } : one,
  ),
});

describe('the ids that paths ask for', () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await createMock({ document: documentOf(paths) });
  });
  const get = async (path: string) => request(mock.app).get(path);
  const post = async (path: string, body: object) => request(mock.app).post(path).send(body);

  it('are of a parent too where the record has an object of that name', async () => {
    expect((await get('/repos/anybody/anything')).body).toMatchObject({ name: 'anything' });
    expect((await post('/repos/anybody/anything/hooks', { url: 'https://example.com/' })).status).toBe(200);
  });

  it('are the same below an item, whatever type they have there', async () => {
    expect((await post('/repos/anybody/anything/issues/7/lock', {})).status).toBe(200);
  });

  it("are not the record's own where the path calls the parent's `id`, as the record does its own", async () => {
    const made = await post('/stories/f3a8/readers', { name: 'Ada' });
    expect(made.body).toEqual({ id: expect.any(String), name: 'Ada' });
    expect(made.body.id).not.toBe('f3a8');
    expect((await get(`/stories/f3a8/readers/${made.body.id}`)).body).toEqual(made.body);
    expect((await get('/stories/f3a8/readers')).body).toContainEqual(made.body);
  });

  it('may be a first one of any text, beside those of the examples', async () => {
    expect((await get('/stories/f3a8')).body.title).toBe('One');
    expect((await get('/stories/example')).body.id).toBe('example');
    expect((await get('/stories/none')).status).toBe(404);
  });

  it('are any name where no record can have it, and the document has no reply for that', async () => {
    expect((await get('/places/nearest')).body.code).toMatch(/^PL\d{4}$/);
  });

  it('are the id that the service gives rather than a text of the name of both', async () => {
    const { body } = await post('/comments', { comment: 'Well done' });
    expect((await get(`/comments/${body.id}`)).body).toEqual({ id: body.id, comment: 'Well done' });
    expect((await post('/comments', { comment: 'Well done' })).body.id).not.toBe(body.id);
  });

  it('are left to clients that choose them', async () => {
    expect((await post('/labels', { name: 'example' })).body).toEqual({ name: 'example' });
    expect((await get('/badges/2')).body.id).toBe(2);
    expect((await post('/badges', { id: 1, title: 'Ace' })).body).toEqual({ id: 1, title: 'Ace' });
  });

  it('are those of records that a POST without a described body makes', async () => {
    const { body } = await post('/notes', {});
    expect((await get(`/notes/${body.id}`)).body).toEqual(body);
    expect((await get('/notes')).body).toContainEqual(body);
  });

  it('are of new records that the list shows where nobody asks for others', async () => {
    const { body } = await post('/languages', { number: 1 });
    expect(body).toEqual({ number: 1, state: 'active' });
    expect((await get('/languages')).body).toContainEqual(body);
  });

  it('are not looked for in a body that may have none', async () => {
    const { status, body } = await request(mock.app).put('/teams').send({ name: 'Some' });
    expect([status, body]).toEqual([200, { id: 'one', name: 'All' }]);
  });

  it('are names of people before their addresses', async () => {
    expect((await get('/users/ada')).body.login).toBe('ada');
  });
});
