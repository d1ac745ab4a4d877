import { createMock } from './index';
import { askerOf, body, documentOf, INTEGER, inPath, object, reply, TEXT } from './testing/asking';

const done = (status: number, schema?: object) => ({
  responses: { [status]: reply('Done.', schema), 404: reply('None.') },
});
const taking = (properties: object) => ({ requestBody: body({ type: 'object', properties }) });
const at = { parameters: [inPath('id')] };
const one = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const many = (name: string) => ({ type: 'array', items: one(name) });

const PATHS = {
  '/photos': { get: done(200, many('Photo')) },
  '/photos/{id}': { ...at, get: done(200, one('Photo')), delete: done(204) },
  '/photos/{id}/notes': {
    ...at,
    get: done(200, many('Note')),
    post: { ...taking({ text: TEXT }), ...done(201, one('Note')) },
  },
  '/photos/{id}/prints': { ...at, get: done(200, many('Print')) },
  '/prints': {
    get: done(200, many('Print')),
    post: { ...taking({ size: TEXT, photo_id: TEXT }), ...done(201, one('Print')) },
  },
  '/prints/{id}': { ...at, get: done(200, one('Print')) },
};
const schemas = {
  Photo: object({ id: INTEGER, title: TEXT }, 'id'),
  Note: object({ id: INTEGER, photoId: INTEGER, text: TEXT }, 'id', 'photoId', 'text'),
  Print: object({ id: INTEGER, photo_id: TEXT, size: TEXT }, 'id', 'photo_id'),
};

let ask: ReturnType<typeof askerOf>;
beforeEach(async () => {
  ask = askerOf(await createMock({ document: documentOf(PATHS, { components: { schemas } }), checkReplies: true }));
});

const listed = async (path: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await ask('GET', path)).body;

test('what lies below a parent has its id, however the record spells that', async () => {
  for (const photo of [1, 2, 3]) {
    expect((await listed(`/photos/${photo}/notes`)).map(({ id, photoId }) => [id, photoId])).toEqual([
      [1, photo],
      [2, photo],
      [3, photo],
    ]);
  }
  const made = await ask('POST', '/photos/2/notes', { text: 'Mine' });
  expect(made).toMatchObject({ status: 201, body: { id: 4, photoId: 2, text: 'Mine' } });
});

test('a list below a parent shows those of the records at the top that name it, and they go with it', async () => {
  const all = await listed('/prints');
  const below = await listed('/photos/2/prints');
  expect(below.length).toBeGreaterThan(0);
  expect(below).toEqual(all.filter(({ photo_id }) => photo_id === '2'));

  const { body: made } = await ask('POST', '/prints', { photo_id: '2', size: 'A4' });
  expect(await listed('/photos/2/prints')).toEqual([...below, made]);
  expect((await ask('DELETE', '/photos/2')).status).toBe(204);
  expect((await ask('GET', '/photos/2/prints')).status).toBe(404);
  expect(await listed('/prints')).toEqual(all.filter(({ photo_id }) => photo_id !== '2'));
});
