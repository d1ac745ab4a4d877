import request from 'supertest';
import { createMock, type Mock } from '../index';
import { arrayOf, INTEGER, inPath, json, object, replies, TEXT } from '../testing/asking';
import { editedDocument } from '../testing/edited';

const mapOf = (schema: object) => ({ type: 'object', additionalProperties: schema });
const described = (name: string, description: string) => ({ ...inPath(name, TEXT), description });
const GONE = { 204: { description: 'Gone.' } };
const NONE = { 404: { description: 'There is none.' } };

/** Shows no name: that is in its path alone. */
const DATABASE = object({ state: { enum: ['stopped', 'running'] } }, 'state');
const BRAND = object({ code: TEXT, id: INTEGER, title: TEXT }, 'code', 'id');
const PAGE = object({ id: INTEGER, title: TEXT }, 'id', 'title');
const NOTE = object({ id: INTEGER, text: TEXT }, 'id');
const MARK = object({ id: TEXT, text: TEXT }, 'id');
const UUID = { ...TEXT, format: 'uuid' };
const LEAF = object({ id: { ...TEXT, readOnly: true }, title: TEXT }, 'id');
const VERSION = object({ version: TEXT, globalId: INTEGER, draft: TEXT }, 'version', 'globalId');
const VARIABLE = object({ value: TEXT }, 'value');
const BRANCH = object({ name: TEXT, merged: { type: 'boolean' } }, 'name');
const HASHED = 'A hash of the lower case email.';
const MEMBER = object({ uid: { ...TEXT, description: HASHED }, email: TEXT, name: TEXT, age: INTEGER });
const wrapped = (attributes: object, ...more: string[]) =>
  object({ data: object({ slug: TEXT, attributes }, 'attributes', ...more) }, 'data');

const paths = {
  '/databases': {
    get: { responses: replies(200, mapOf(DATABASE)) },
    post: {
      requestBody: json(object({ name: TEXT, state: TEXT }, 'name')),
      responses: { 201: { description: 'Made.' }, 409: { description: 'There is one of this name.' } },
    },
  },
  '/databases/{database}': {
    parameters: [described('database', 'The name of the database.')],
    get: { responses: { ...replies(200, DATABASE), ...NONE } },
    patch: { requestBody: json(DATABASE), responses: { ...replies(200, DATABASE), ...NONE } },
    delete: { responses: { ...GONE, ...NONE } },
  },
  '/brands': {
    get: { responses: replies(200, arrayOf(BRAND)) },
    post: {
      requestBody: json(object({ code: TEXT, title: TEXT })),
      responses: { ...replies(201, BRAND), 409: { description: 'Taken.' } },
    },
  },
  '/seats': {
    post: {
      requestBody: json(object({ label: { ...TEXT, description: 'Must be unique, regardless of case.' } }, 'label')),
      responses: { ...replies(201, object({ id: INTEGER, label: TEXT }, 'id')), 409: { description: 'Taken.' } },
    },
  },
  '/seats/{id}': {
    parameters: [inPath('id', INTEGER)],
    get: { responses: { ...replies(200, object({ id: INTEGER, label: TEXT }, 'id')), ...NONE } },
    patch: {
      requestBody: json(object({ label: TEXT })),
      responses: {
        ...replies(200, object({ id: INTEGER, label: TEXT }, 'id')),
        ...NONE,
        409: { description: 'Another seat has the label already.' },
      },
    },
  },
  '/brands/{brand}': {
    parameters: [described('brand', 'Code of the brand')],
    get: { responses: { ...replies(200, BRAND), ...NONE } },
  },
  '/pages': { post: { requestBody: json(object({ title: TEXT }, 'title')), responses: replies(201, PAGE) } },
  '/pages/{idOrTitle}': {
    parameters: [inPath('idOrTitle', TEXT)],
    get: { responses: { ...replies(200, PAGE), ...NONE } },
    patch: { requestBody: json(object({ title: TEXT })), responses: { ...replies(200, PAGE), ...NONE } },
    delete: { responses: { ...GONE, ...NONE } },
  },
  '/pages/{idOrTitle}/notes': {
    parameters: [inPath('idOrTitle', TEXT)],
    get: { responses: { ...replies(200, arrayOf(NOTE)), ...NONE } },
    post: { requestBody: json(object({ text: TEXT })), responses: { ...replies(201, NOTE), ...NONE } },
  },
  '/leaves': { post: { requestBody: json(object({ title: TEXT })), responses: replies(201, LEAF) } },
  '/leaves/{leafId}': { parameters: [inPath('leafId', TEXT)], get: { responses: { ...replies(200, LEAF), ...NONE } } },
  '/leaves/{leaf}/text': { parameters: [inPath('leaf', UUID)], get: { responses: { ...replies(200, TEXT), ...NONE } } },
  '/drafts/{draft}/versions': {
    parameters: [inPath('draft', TEXT)],
    post: { requestBody: json(object({ version: TEXT })), responses: replies(201, VERSION) },
  },
  '/drafts/{draft}/versions/{versionExpression}': {
    parameters: [inPath('draft', TEXT), inPath('versionExpression', TEXT)],
    get: { responses: { ...replies(200, VERSION), ...NONE } },
  },
  '/marks': {
    get: { responses: { 200: { description: 'All.', ...json(arrayOf(MARK)) } } },
    post: { requestBody: json(MARK), responses: { 201: { description: 'There.', ...json(MARK) } } },
  },
  '/marks/{id}': { parameters: [inPath('id', TEXT)], delete: { responses: GONE } },
  '/variables': { get: { responses: replies(200, object({ result: mapOf(VARIABLE) })) } },
  '/variables/{varName}': {
    parameters: [described('varName', 'The name of the variable to get.')],
    get: { responses: { ...replies(200, VARIABLE), ...NONE } },
    put: { description: 'Updates or adds a variable.', requestBody: json(VARIABLE), responses: { ...GONE, ...NONE } },
  },
  '/offices': { get: { responses: replies(200, object({ result: mapOf(VARIABLE) })) } },
  '/offices/{varName}': {
    parameters: [described('varName', 'The name of the office.')],
    get: { responses: { ...replies(200, VARIABLE), ...NONE } },
    put: {
      description: 'Changes the address or name. Adds or removes desks.',
      requestBody: json(VARIABLE),
      responses: { ...GONE, ...NONE },
    },
  },
  '/branches': {
    get: { responses: replies(200, arrayOf(BRANCH)) },
    post: {
      requestBody: json(object({ branch_name: TEXT, ref: TEXT }, 'branch_name')),
      responses: replies(201, BRANCH),
    },
  },
  '/branches/{branch}': {
    parameters: [described('branch', 'The name of the branch.')],
    get: { responses: { ...replies(200, BRANCH), ...NONE } },
  },
  '/members': {
    get: { responses: replies(200, arrayOf(MEMBER)) },
    post: {
      requestBody: json(object({ action: TEXT, member_info: object({ email: TEXT, name: TEXT, age: INTEGER }) })),
      responses: replies(201, MEMBER),
    },
  },
  '/members/{member_hash}': {
    parameters: [described('member_hash', `${HASHED} This endpoint also accepts the email.`)],
    get: { responses: { ...replies(200, MEMBER), ...NONE } },
    put: {
      summary: 'Add or update a member',
      requestBody: json(MEMBER),
      responses: { ...replies(200, MEMBER), ...NONE },
    },
  },
  '/posts': {
    get: { responses: replies(200, object({ data: arrayOf(object({ slug: TEXT, attributes: NOTE }, 'slug')) })) },
    post: { requestBody: json(wrapped(NOTE)), responses: replies(201, wrapped(NOTE, 'slug')) },
  },
  '/posts/{slug}': {
    parameters: [inPath('slug', TEXT)],
    get: { responses: { ...replies(200, wrapped(NOTE, 'slug')), ...NONE } },
  },
};

describe('what is made under a name', () => {
  let mock: Mock;
  const ask = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: object) => {
    const asked = request(mock.app)[method](`/v1${path}`).auth('demo-enterprise', { type: 'bearer' });
    return body === undefined ? asked : asked.send(body);
  };
  const bodyOf = async (path: string) => (await ask('get', path)).body;

  beforeAll(async () => {
    const document = editedDocument((draft) => {
      draft.paths = paths;
    });
    mock = await createMock({ document, fixtures: 'none' });
  });
  beforeEach(() => mock.reset());

  test('is found, listed, changed and removed under it, though records do not show it', async () => {
    expect((await ask('post', '/databases', { name: 'shop', state: 'stopped' })).status).toBe(201);
    expect(await bodyOf('/databases')).toStrictEqual({ shop: { state: 'stopped' } });
    expect((await ask('patch', '/databases/shop', { state: 'running' })).status).toBe(200);
    expect(await bodyOf('/databases/shop')).toStrictEqual({ state: 'running' });
    expect((await ask('get', '/databases/1')).status).toBe(404);
    expect((await ask('delete', '/databases/shop')).status).toBe(204);
    expect(await bodyOf('/databases')).toStrictEqual({});
  });

  test('is refused a second time, where the document has a reply for that', async () => {
    const made = [];
    for (const path of ['/databases', '/databases', '/brands', '/brands']) {
      made.push((await ask('post', path, { name: 'shop', code: 'acme' })).status);
    }
    expect(made).toStrictEqual([201, 409, 201, 409]);
    expect(await bodyOf('/brands/acme')).toMatchObject({ code: 'acme' });
  });

  test('is taken by one record alone where words say so, but for the record itself', async () => {
    const [first, second] = [
      await ask('post', '/seats', { label: 'A1' }),
      await ask('post', '/seats', { label: 'B2' }),
    ];
    expect([first.status, second.status]).toStrictEqual([201, 201]);
    expect((await ask('post', '/seats', { label: 'a1' })).status).toBe(409);
    expect((await ask('patch', `/seats/${second.body.id}`, { label: 'A1' })).status).toBe(409);
    expect((await ask('patch', `/seats/${second.body.id}`, { label: 'B2' })).status).toBe(200);
    expect(await bodyOf(`/seats/${second.body.id}`)).toMatchObject({ label: 'B2' });
  });

  test('is found by its id and by its name, where a path takes either, and so is what lies below it', async () => {
    const { id } = (await ask('post', '/pages', { title: 'home' })).body;
    expect(await bodyOf(`/pages/${id}`)).toStrictEqual({ id, title: 'home' });
    expect(await bodyOf('/pages/home')).toStrictEqual({ id, title: 'home' });
    await ask('post', '/pages/home/notes', { text: 'x' });
    expect(await bodyOf(`/pages/${id}/notes`)).toMatchObject([{ text: 'x' }]);
    await ask('patch', '/pages/home', { title: 'start' });
    expect((await ask('get', '/pages/home')).status).toBe(404);
    expect((await ask('delete', '/pages/start')).status).toBe(204);
    expect((await ask('get', `/pages/${id}`)).status).toBe(404);
  });

  test('has an id of the form that paths below it ask for', async () => {
    const { id } = (await ask('post', '/leaves', { title: 'a' })).body;
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect((await ask('get', `/leaves/${id}/text`)).status).toBe(200);
  });

  test('is a version of the number that was given', async () => {
    await ask('post', '/drafts/a/versions', { version: '1.2.3' });
    expect(await bodyOf('/drafts/a/versions/1.2.3')).toMatchObject({ version: '1.2.3', draft: 'a' });
    expect((await ask('get', '/drafts/a/versions/1.2.4')).status).toBe(404);
  });

  test('is there as it was sent last, where the document has no reply for a second time', async () => {
    for (const text of ['a', 'b']) expect((await ask('post', '/marks', { id: 'm', text })).status).toBe(201);
    expect(await bodyOf('/marks')).toStrictEqual([{ id: 'm', text: 'b' }]);
  });

  test('is there once it was put, where the operation says that it adds what is not there', async () => {
    expect((await ask('get', '/variables/color')).status).toBe(404);
    expect((await ask('put', '/variables/color', { value: 'red' })).status).toBe(204);
    expect(await bodyOf('/variables/color')).toStrictEqual({ value: 'red' });
    expect(await bodyOf('/variables')).toStrictEqual({ result: { color: { value: 'red' } } });
  });

  test('is not there for being put, where the operation only has an address to change and desks to add', async () => {
    expect((await ask('put', '/offices/north', { value: 'red' })).status).toBe(404);
  });

  test('is of the name that was sent as that of such a thing', async () => {
    expect((await ask('post', '/branches', { branch_name: 'fix', ref: 'main' })).body).toMatchObject({ name: 'fix' });
    expect(await bodyOf('/branches/fix')).toMatchObject({ name: 'fix' });
  });

  test('is found by its id, which is described as the path is, and by what the path takes besides', async () => {
    const sent = { email: 'a@b.example', name: 'Ann', age: 7 };
    const { body } = await ask('post', '/members', { action: 'create', member_info: sent });
    expect(body).toEqual({ uid: expect.any(String), ...sent });
    for (const key of [body.uid, sent.email]) expect(await bodyOf(`/members/${key}`)).toEqual(body);
    const second = (await ask('put', '/members/c@d.example', { name: 'Cleo' })).body;
    expect(second).toMatchObject({ email: 'c@d.example', name: 'Cleo' });
    expect(await bodyOf('/members')).toEqual([body, second]);
  });

  test('is found by the id that a wrapper has beside its attributes', async () => {
    const { data } = (await ask('post', '/posts', { data: { attributes: { id: 1, text: 'x' } } })).body;
    expect(data).toStrictEqual({ slug: expect.any(String), attributes: { id: 1, text: 'x' } });
    expect(await bodyOf(`/posts/${data.slug}`)).toStrictEqual({ data });
    expect(await bodyOf('/posts')).toStrictEqual({ data: [data] });
  });
});
