import request from 'supertest';
import { createMock, type Mock } from './index';
import { arrayOf, documentOf, done, INTEGER, idsIn, inQuery, json, object, TEXT } from './testing/asking';

const NONE = done(404, object({ message: TEXT }));
const list = (schema: object, example?: unknown) => ({ get: { responses: done(200, arrayOf(schema), example) } });
const item = (schema: object) => ({ get: { responses: { ...done(200, schema), ...NONE } } });
const adding = (sent: object, made: object) => ({ post: { requestBody: json(sent), responses: done(200, made) } });

const REPO = object({ name: TEXT, owner: object({ login: TEXT }) });
const HOOK = object({ url: TEXT });
const STORY = object({ id: TEXT, title: TEXT });
const READER = object({ id: TEXT, name: TEXT });
const PLACE = object({ code: { ...TEXT, pattern: '^PL[0-9]{4}$' } });
const COMMENT = object({ id: TEXT, comment: TEXT });
const LABEL = object({ name: TEXT });
const BADGE = object({ id: INTEGER, title: TEXT });
const LANGUAGE = object({ number: INTEGER, state: TEXT });
const TEAM = object({ id: { ...TEXT, readOnly: true }, name: TEXT });
const NOTE = object({ id: { ...INTEGER, readOnly: true }, text: TEXT });
const USER = object({ email: { ...TEXT, format: 'email' }, login: TEXT });
const ISSUE = '/repos/{owner}/{repo}/issues/{number}';

const paths: Readonly<Record<string, object>> = {
  // Its repositories are made elsewhere, and name their owner in an object.
  '/repos/{owner}/{repo}': item(REPO),
  '/repos/{owner}/{repo}/hooks': { post: { requestBody: json(HOOK), ...item(HOOK).get } },
  '/repos/{owner}/{repo}/issues': { post: { requestBody: json(HOOK), ...item(HOOK).get } },
  [ISSUE]: item(HOOK),
  // The very number that is a whole one elsewhere.
  [`${ISSUE}/lock`]: { post: item(object({})).get },
  '/stories': list(STORY, [{ id: 'f3a8', title: 'One' }]),
  '/stories/{id}': item(STORY),
  '/stories/{id}/readers': { ...list(READER), ...adding(object({ name: TEXT }), READER) },
  '/stories/{id}/readers/{reader_id}': item(READER),
  '/places': list(PLACE),
  '/places/{code}': { get: { responses: done(200, PLACE) } },
  '/comments': { ...list(COMMENT), ...adding(object({ comment: TEXT }, 'comment'), COMMENT) },
  '/comments/{comment}': item(COMMENT),
  '/labels': { ...list(object({ name: TEXT, colour: TEXT })), ...adding(object({ name: TEXT }, 'name'), LABEL) },
  '/labels/{name}': item(LABEL),
  '/badges': adding({ ...BADGE, required: ['id'] }, BADGE),
  '/badges/{id}': item(BADGE),
  '/languages': {
    get: { parameters: [inQuery('state', { ...TEXT, default: 'active' })], ...list(LANGUAGE).get },
    ...adding(object({ number: INTEGER }, 'number'), LANGUAGE),
  },
  '/languages/{number}': item(LANGUAGE),
  '/teams': {
    ...list(TEAM),
    put: { requestBody: json(TEAM), responses: { ...done(200, TEAM, { id: 'one', name: 'All' }), ...NONE } },
  },
  '/teams/{id}': item(TEAM),
  // As documents say it that were converted and lost their bodies.
  '/notes': { ...list(NOTE), post: { responses: done(201, NOTE) } },
  '/notes/{id}': item(NOTE),
  '/users/{user}': item(USER),
};
for (const [path, of] of Object.entries(paths)) Object.assign(of, { parameters: idsIn(path, TEXT) });
Object.assign(paths[ISSUE] ?? {}, { parameters: [...idsIn('{owner}{repo}', TEXT), ...idsIn('{number}')] });

describe('the ids that paths ask for', () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await createMock({ document: documentOf(paths) });
  });
  const get = async (path: string) => request(mock.app).get(path);
  const post = async (path: string, body: object) => request(mock.app).post(path).send(body);

  it('are of a parent too where the record has an object of that name', async () => {
    expect((await get('/repos/ada/anything')).body).toMatchObject({ name: 'anything' });
    expect((await post('/repos/ada/anything/hooks', { url: 'https://example.com/' })).status).toBe(200);
  });

  it('are the same below an item, whatever type they have there', async () => {
    expect((await post('/repos/ada/anything/issues/7/lock', {})).status).toBe(200);
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

  it('are of new records that the list shows where no parameter asks for others', async () => {
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
