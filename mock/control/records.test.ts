import { type StartedMock, startMock } from '../index';
import { resourceAt } from '../testing/asking';
import { type ControlClient, createControlClient } from '../testing/control';
import { editedDocument } from '../testing/edited';
import { startOwn } from '../testing/started';

const PETS = [
  { id: 2, name: 'Kiwi "the bird"', categoryId: 1 },
  { id: 1, name: 'Österreich', categoryId: 1 },
  { id: 3, name: 'kiwi', categoryId: 2, status: 'sold' },
];

let mock: StartedMock;
let control: ControlClient;
beforeAll(async () => {
  mock = await startMock({ fixtures: { pets: PETS } });
  control = await createControlClient(mock);
});
afterAll(() => mock.close());
afterEach(() => mock.reset());

const idsAt = async (query: string): Promise<unknown> => {
  const { json } = await control('GET', `/records${query}`);
  const { total, records } = json as { total: number; records: { id: number }[] };
  return { total, ids: records.map(({ id }) => id) };
};

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
])('%s finds those', async (query, found) => {
  expect(await idsAt(query)).toEqual(found);
});

test('of an unknown collection are none', async () => {
  for (const name of ['nope', '', '__proto__', 'constructor']) {
    expect((await control('GET', `/records?collection=${name}`)).json).toEqual({
      collections: [{ name: 'pets', count: 3 }],
      ...{ collection: null, idProperty: null, example: null, total: 0, records: [], ids: [] },
    });
  }
});

test('of an empty store are none, of a collection that could have some', async () => {
  await mock.restore({ records: {} });
  const collections = [{ name: 'pets', count: 0 }];
  const empty = { collection: 'pets', idProperty: 'id', total: 0, records: [], ids: [] };
  expect((await control('GET', '/records')).json).toMatchObject({ collections, ...empty });
});

test.each([
  ['limit=0', 'The query parameter "limit" must be at least 1, not 0.'],
  ['limit=100001', 'The query parameter "limit" must be at most 100000, not 100001.'],
  ['limit=all', 'The query parameter "limit" must be an integer, not "all".'],
  ['contains=a&contains=b', 'The query parameter "contains" must come once, not 2 times.'],
])('%s is refused', async (query, message) => {
  const { status, json } = await control('GET', `/records?${query}`);
  expect({ status, json }).toEqual({ status: 400, json: { code: 'invalid_parameter', message, status: 400 } });
});

test('int64 ids keep their digits, and are found by them', async () => {
  await mock.restore({ records: { pets: [{ id: 9007199254740993n, name: 'Big', categoryId: 1 }] } });
  const { text } = await control('GET', '/records?contains=9007199254740993');
  expect(text).toContain('"records":[{"id":9007199254740993,"name":"Big","categoryId":1}]');
});

test('a collection below a parent has a name of its own', async () => {
  const document = editedDocument((draft) => {
    resourceAt(draft, '/pets/{petId}/toys', {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
    });
    for (const path of ['/pets/{petId}/toys', '/pets/{petId}/toys/{id}']) {
      const own = draft.paths[path].parameters ?? [];
      draft.paths[path].parameters = [
        ...own,
        { name: 'petId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
      ];
    }
  });
  const nested = await startOwn({ document, fixtures: { '["toys",9007199254740993]': [{ id: 1, name: 'Ball' }] } });
  const ask = await createControlClient(nested);
  const name = '["toys",9007199254740993]';
  expect((await ask('GET', `/records?collection=${encodeURIComponent(name)}`)).json).toMatchObject({
    collections: [
      { name, count: 1 },
      { name: 'pets', count: 0 },
    ],
    collection: name,
    records: [{ id: 1, name: 'Ball' }],
  });
  const state = await ask('GET', '/state');
  expect(state.text).toContain(`"records":{"[\\"toys\\",9007199254740993]":[{"id":1,"name":"Ball"}]}`);
  await nested.restore({ records: {} });
  expect((await ask('PUT', '/state', state.text)).json).toMatchObject({
    records: { [name]: [{ id: 1, name: 'Ball' }] },
  });
  const refused = await ask('PUT', '/state', { records: { toys: [] } });
  expect(refused.json).toMatchObject({
    message: expect.stringContaining('/records/toys: expected an id each for petId'),
  });
});
