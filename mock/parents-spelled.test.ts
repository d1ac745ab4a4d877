import { createMock, type Mock } from './index';
import { writeFile } from './testing/edited';

const integer = { type: 'integer' };
const text = { type: 'string' };
const object = (properties: Readonly<Record<string, object>>, ...others: readonly string[]) => ({
  type: 'object',
  required: ['id', ...others],
  properties: { id: integer, ...properties },
});
const done = (status: number, schema?: object) => ({
  responses: {
    [status]: { description: 'Done.', ...(schema && { content: { 'application/json': { schema } } }) },
    404: { description: 'None.' },
  },
});
const taking = (...names: readonly string[]) => ({
  requestBody: {
    content: {
      'application/json': {
        schema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) },
      },
    },
  },
});
const PATH_ID = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] };
const one = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const many = (name: string) => ({ type: 'array', items: one(name) });

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Photos', version: '1' },
  paths: {
    '/photos': { get: done(200, many('Photo')) },
    '/photos/{id}': { ...PATH_ID, get: done(200, one('Photo')), delete: done(204) },
    '/photos/{id}/notes': {
      ...PATH_ID,
      get: done(200, many('Note')),
      post: { ...taking('text'), ...done(201, one('Note')) },
    },
    '/photos/{id}/prints': { ...PATH_ID, get: done(200, many('Print')) },
    '/prints': { get: done(200, many('Print')), post: { ...taking('size', 'photo_id'), ...done(201, one('Print')) } },
    '/prints/{id}': { ...PATH_ID, get: done(200, one('Print')) },
  },
  components: {
    schemas: {
      Photo: object({ title: text }),
      Note: object({ photoId: integer, text }, 'photoId', 'text'),
      Print: object({ photo_id: text, size: text }, 'photo_id'),
    },
  },
};

type Fields = Readonly<Record<string, unknown>>;

let mock: Mock;
beforeEach(async () => {
  mock = await createMock({ document: writeFile('json', JSON.stringify(DOCUMENT)), checkReplies: true });
});

const ask = async (method: string, path: string, body?: object) => {
  const init = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const reply = await mock.fetch(`http://localhost${path}`, { method, ...init });
  return { status: reply.status, text: await reply.text() };
};
const listed = async (path: string) => JSON.parse((await ask('GET', path)).text) as readonly Fields[];

test('what lies below a parent has its id, however the record spells that', async () => {
  for (const photo of [1, 2, 3]) {
    expect((await listed(`/photos/${photo}/notes`)).map(({ id, photoId }) => [id, photoId])).toEqual([
      [1, photo],
      [2, photo],
      [3, photo],
    ]);
  }
  const { status, text: made } = await ask('POST', '/photos/2/notes', { text: 'Mine' });
  expect([status, JSON.parse(made)]).toEqual([201, { id: 4, photoId: 2, text: 'Mine' }]);
});

test('a list below a parent shows those of the records at the top that name it, and they go with it', async () => {
  const all = await listed('/prints');
  const below = await listed('/photos/2/prints');
  expect(below.length).toBeGreaterThan(0);
  expect(below).toEqual(all.filter(({ photo_id }) => photo_id === '2'));

  const { text: made } = await ask('POST', '/prints', { photo_id: '2', size: 'A4' });
  expect(await listed('/photos/2/prints')).toEqual([...below, JSON.parse(made)]);
  expect((await ask('DELETE', '/photos/2')).status).toBe(204);
  expect((await ask('GET', '/photos/2/prints')).status).toBe(404);
  expect(await listed('/prints')).toEqual(all.filter(({ photo_id }) => photo_id !== '2'));
});
