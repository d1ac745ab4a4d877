import { resourceAt } from '../testing/asking';
import { createControlClient, mockAtNoon } from '../testing/control';
import { editedDocument } from '../testing/edited';
import { startOwn } from '../testing/started';

const PETS = [
  { id: 2, name: 'Kiwi "the bird"', categoryId: 1 },
  { id: 1, name: 'Österreich', categoryId: 1 },
  { id: 3, name: 'kiwi', categoryId: 2, status: 'sold' },
];
const BEYOND_DOUBLES = '9007199254740993';
const BIG = `{"id":${BEYOND_DOUBLES},"name":"Big","categoryId":${BEYOND_DOUBLES}}`;

const given = mockAtNoon({ fixtures: { pets: PETS } });
const { control } = given;

const ask = async (path: string): Promise<string> =>
  (await fetch(given.mock.baseUrl + path, { headers: { authorization: 'Bearer demo-free' } })).text();
const statusAndMessage = async (method: string, path: string, body?: unknown, through = control) => {
  const { status, json } = await through(method, path, body);
  return [status, (json as { message?: string } | undefined)?.message];
};

describe('those that are found', () => {
  test('are those of the first collection, in the order of their ids, with the sizes of all', async () => {
    const { json } = await control('GET', '/records');
    const [second, first, third] = PETS;
    expect(json).toEqual({
      collections: [{ name: 'pets', count: 3 }],
      collection: 'pets',
      idProperty: 'id',
      example: { name: 'Biscuit', categoryId: 1 },
      total: 3,
      records: [first, second, third],
      ids: [1, 2, 3],
    });
  });

  test.each([
    ['?limit=2', { total: 3, ids: [1, 2] }],
    ['?contains=KIWI', { total: 2, ids: [2, 3] }],
    ['?contains=kiwi&limit=1', { total: 2, ids: [2] }],
    ['?collection=pets&contains=öSTER', { total: 1, ids: [1] }],
    ['?contains=%22sold%22', { total: 1, ids: [3] }],
    ['?contains=nowhere', { total: 0, ids: [] }],
    ['?contains=', { total: 3, ids: [1, 2, 3] }],
  ])('are asked for by %s', async (query, { total, ids }) => {
    const { json } = await control('GET', `/records${query}`);
    expect(json).toMatchObject({ total, ids, records: ids.map((id) => expect.objectContaining({ id })) });
  });

  test('are none of an unknown collection, and none of an empty one', async () => {
    const none = { total: 0, records: [], ids: [] };
    for (const name of ['nope', '', '__proto__', 'constructor']) {
      expect((await control('GET', `/records?collection=${name}`)).json).toEqual({
        collections: [{ name: 'pets', count: 3 }],
        ...{ collection: null, idProperty: null, example: null, ...none },
      });
    }
    await given.mock.restore({ records: {} });
    const collections = [{ name: 'pets', count: 0 }];
    expect((await control('GET', '/records')).json).toMatchObject({ collections, collection: 'pets', ...none });
  });
});

test('one is stored, changed and deleted, which the API shows at once and no allowance pays for', async () => {
  const added = await control('POST', '/records/pets', `{"name":"Rex","categoryId":${BEYOND_DOUBLES}}`);
  expect([added.status, added.text]).toEqual([201, `{"id":4,"name":"Rex","categoryId":${BEYOND_DOUBLES}}`]);
  const changed = await control('PUT', '/records/pets/4', { name: 'Max', categoryId: 2, status: 'sold' });
  expect([changed.status, changed.json]).toEqual([200, { id: 4, name: 'Max', categoryId: 2, status: 'sold' }]);
  expect(JSON.parse(await ask('/pets/4'))).toEqual(changed.json);
  expect((await control('DELETE', '/records/pets/3')).status).toBe(204);
  expect(JSON.parse(await ask('/pets?status=sold'))).toEqual([changed.json]);
  expect(await given.mock.requests()).toHaveLength(2);
  expect((await given.mock.allowances.list())[0]?.windows[0]?.used).toBe(2);
});

test('one may bring its id, which may be that of a deleted one, and is found by its digits', async () => {
  expect((await control('POST', '/records/pets', BIG)).text).toBe(BIG);
  expect((await control('PUT', `/records/pets/${BEYOND_DOUBLES}`, BIG.replace('Big', 'Max'))).text).toContain('"Max"');
  expect((await control('DELETE', `/records/pets/${BEYOND_DOUBLES}`)).status).toBe(204);
  expect((await control('POST', '/records/pets', BIG)).status).toBe(201);
  expect(await ask(`/pets/${BEYOND_DOUBLES}`)).toBe(BIG);
  expect((await control('GET', `/records?contains=${BEYOND_DOUBLES}`)).text).toContain(`"records":[${BIG}]`);
  const taken = await statusAndMessage('POST', '/records/pets', PETS[1]);
  expect(taken).toEqual([409, 'There is a record 1 in pets already.']);
});

test.each([
  ['POST', '/records/pets', { name: 'Rex' }, 400, 'The field "categoryId" is missing.'],
  ['POST', '/records/pets', { ...PETS[0], id: 'a' }, 400, 'The field "id" must be an integer of 64 bits, not "a".'],
  ['POST', '/records/pets', { ...PETS[0], id: [] }, 400, 'The field "id" must be a number or a text.'],
  ['PUT', '/records/pets/1', { name: 'Rex', categoryId: 1, status: 'lost' }, 400, 'The field "status" must be one of'],
  ['PUT', '/records/pets/1', { id: 2, name: 'Rex', categoryId: 1 }, 400, 'The field "id" must stay 1, not 2.'],
  ['PUT', '/records/pets/1', { ...PETS[1], a: 1 }, 400, 'The field "a" is no property of a record of pets.'],
  ['PUT', '/records/pets/1', [], 400, 'must be an object'],
  ['PUT', '/records/pets/9', PETS[0], 404, 'There is no record 9 in pets.'],
  ['DELETE', '/records/pets/x', undefined, 404, 'There is no record x in pets.'],
  ['DELETE', '/records/pets/01', undefined, 404, 'There is no record 01 in pets.'],
  ['POST', '/records/things', {}, 404, 'There is no collection "things": the contract has no resource "things"'],
] as const)('%s %s with %j is refused, and changes nothing', async (method, path, body, status, message) => {
  const before = await given.mock.state();
  expect(await statusAndMessage(method, path, body)).toEqual([status, expect.stringContaining(message)]);
  expect((await given.mock.state()).records).toEqual(before.records);
});

test('ids that are texts, collections below parents, and records without an id have theirs too', async () => {
  const document = editedDocument((draft) => {
    const colour = { type: 'string' };
    const idOf = (id: object) => ({ type: 'object', required: ['id'], properties: { id, colour } });
    resourceAt(draft, '/tags', idOf({ type: 'string' }), { type: 'string' });
    resourceAt(draft, '/tags/{tagId}/notes', idOf({ type: 'integer' }));
    for (const path of ['/tags/{tagId}/notes', '/tags/{tagId}/notes/{id}']) {
      const known = draft.paths[path].parameters ?? [];
      const parent = { name: 'tagId', in: 'path', required: true, schema: { type: 'string' } };
      draft.paths[path].parameters = [...known, parent];
    }
    const visit = { type: 'object', required: ['at'], properties: { at: { type: 'string' } } };
    draft.paths['/visits'] = {
      get: {
        responses: {
          200: { description: 'All.', content: { 'application/json': { schema: { type: 'array', items: visit } } } },
        },
      },
    };
  });
  const other = await startOwn({ document, fixtures: { tags: [{ id: 'a/b c' }, { id: '7' }], visits: [{ at: 'x' }] } });
  const through = await createControlClient(other);
  const tag = `/records/tags/${encodeURIComponent('a/b c')}`;
  expect((await through('PUT', tag, { id: 'a/b c', colour: 'red' })).json).toEqual({ id: 'a/b c', colour: 'red' });
  expect((await through('DELETE', '/records/tags/7')).status).toBe(204);

  const notes = encodeURIComponent('["notes","a/b c"]');
  expect((await through('POST', `/records/${notes}`, {})).json).toEqual({ id: 1 });
  expect((await through('GET', `/records?collection=${notes}`)).json).toMatchObject({
    collection: '["notes","a/b c"]',
    records: [{ id: 1 }],
  });
  const { text } = await through('GET', '/state');
  expect((await through('DELETE', `/records/${notes}/1`)).status).toBe(204);
  expect((await through('PUT', '/state', text)).json).toMatchObject({ records: { '["notes","a/b c"]': [{ id: 1 }] } });
  expect(await statusAndMessage('POST', '/records/notes', {}, through)).toEqual([
    ...[404, expect.stringContaining('expected an id each for tagId in the name, found none. The contract has pets, ')],
  ]);
  expect(await statusAndMessage('PUT', '/state', { records: { notes: [] } }, through)).toEqual([
    ...[400, expect.stringContaining('The field "records.notes": expected an id each for tagId')],
  ]);

  expect((await through('POST', '/records/visits', { at: 'y' })).json).toEqual({ at: 'y' });
  const { json } = await through('GET', '/records?collection=visits');
  expect(json).toMatchObject({ idProperty: null, records: [{ at: 'x' }, { at: 'y' }], ids: [0, 1] });
  expect((await through('PUT', '/records/visits/1', { at: 'z' })).json).toEqual({ at: 'z' });
  expect((await through('DELETE', '/records/visits/0')).status).toBe(204);
  expect((await other.state()).records).toEqual({
    ...{ tags: [{ id: 'a/b c', colour: 'red' }], '["notes","a/b c"]': [{ id: 1 }], visits: [{ at: 'z' }] },
  });
});
