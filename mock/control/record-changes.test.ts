import { type StartedMock, startMock } from '../index';
import { resourceAt } from '../testing/asking';
import { type ControlClient, createControlClient } from '../testing/control';
import { editedDocument } from '../testing/edited';
import { startOwn } from '../testing/started';

const PETS = [
  { id: 1, name: 'Biscuit', categoryId: 1 },
  { id: 2, name: 'Kiwi', categoryId: 1, status: 'sold' },
];
const BEYOND_DOUBLES = '9007199254740993';

let mock: StartedMock;
let control: ControlClient;
beforeAll(async () => {
  mock = await startMock({ fixtures: { pets: PETS } });
  control = await createControlClient(mock);
});
afterAll(() => mock.close());
beforeEach(() => mock.reset());

const ask = async (path: string): Promise<string> =>
  (await fetch(mock.baseUrl + path, { headers: { authorization: 'Bearer demo-free' } })).text();
const statusAndMessage = async (method: string, path: string, body?: unknown, through = control) => {
  const { status, json } = await through(method, path, body);
  return [status, (json as { message?: string } | undefined)?.message];
};

test('a record is stored, changed and deleted, which the API shows at once and nobody is charged for', async () => {
  const added = await control('POST', '/records/pets', `{"name":"Rex","categoryId":${BEYOND_DOUBLES}}`);
  expect([added.status, added.text]).toEqual([201, `{"id":3,"name":"Rex","categoryId":${BEYOND_DOUBLES}}`]);
  const changed = await control('PUT', '/records/pets/3', { name: 'Max', categoryId: 2, status: 'sold' });
  expect([changed.status, changed.json]).toEqual([200, { id: 3, name: 'Max', categoryId: 2, status: 'sold' }]);
  expect(JSON.parse(await ask('/pets/3'))).toEqual(changed.json);
  expect((await control('DELETE', '/records/pets/2')).status).toBe(204);
  expect(JSON.parse(await ask('/pets?status=sold'))).toEqual([changed.json]);
  expect(await mock.requests()).toHaveLength(2);
  expect((await mock.allowances.list())[0]?.windows[0]?.used).toBe(2);
});

test('a record may bring its id, which may be that of a deleted one', async () => {
  const big = `{"id":${BEYOND_DOUBLES},"name":"Big","categoryId":1}`;
  expect((await control('POST', '/records/pets', big)).text).toBe(big);
  expect((await control('PUT', `/records/pets/${BEYOND_DOUBLES}`, big.replace('Big', 'Max'))).text).toContain('"Max"');
  expect((await control('DELETE', `/records/pets/${BEYOND_DOUBLES}`)).status).toBe(204);
  expect((await control('POST', '/records/pets', big)).status).toBe(201);
  expect(await ask(`/pets/${BEYOND_DOUBLES}`)).toBe(big);
  expect(await statusAndMessage('POST', '/records/pets', PETS[0])).toEqual([
    ...[409, 'There is a record 1 in pets already.'],
  ]);
});

test.each([
  ['POST', '/records/pets', { name: 'Rex' }, 400, '/categoryId is missing.'],
  [
    'POST',
    '/records/pets',
    { id: 'a', name: 'Rex', categoryId: 1 },
    400,
    '/id must be an integer of 64 bits, not "a".',
  ],
  ['POST', '/records/pets', { id: [], name: 'Rex', categoryId: 1 }, 400, '/id must be a number or a text.'],
  ['PUT', '/records/pets/1', { name: 'Rex', categoryId: 1, status: 'lost' }, 400, '/status must be one of'],
  ['PUT', '/records/pets/1', { id: 2, name: 'Rex', categoryId: 1 }, 400, '/id must stay 1, not 2.'],
  ['PUT', '/records/pets/1', { ...PETS[0], a: 1 }, 400, '/a is no property of a record of pets.'],
  ['PUT', '/records/pets/1', [], 400, 'must be an object'],
  ['PUT', '/records/pets/9', PETS[0], 404, 'There is no record 9 in pets.'],
  ['DELETE', '/records/pets/x', undefined, 404, 'There is no record x in pets.'],
  ['DELETE', '/records/pets/01', undefined, 404, 'There is no record 01 in pets.'],
  ['POST', '/records/things', {}, 404, 'There is no collection "things": the contract has no resource "things"'],
] as const)('%s %s with %j is refused, and changes nothing', async (method, path, body, status, message) => {
  const before = await mock.state();
  expect(await statusAndMessage(method, path, body)).toEqual([status, expect.stringContaining(message)]);
  expect((await mock.state()).records).toEqual(before.records);
});

test('a session has its own', async () => {
  const session = await mock.session();
  const path = `/sessions/${session.id}/records/pets`;
  expect((await control('POST', path, { name: 'Rex', categoryId: 1 })).json).toMatchObject({ id: 3 });
  expect((await control('PUT', `${path}/1`, { name: 'Max', categoryId: 1 })).json).toMatchObject({ name: 'Max' });
  expect((await control('DELETE', `${path}/2`)).status).toBe(204);
  expect((await session.state()).records).toMatchObject({ pets: [{ name: 'Max' }, { name: 'Rex' }] });
  expect((await mock.state()).records).toEqual({ pets: PETS });
});

test('whoever follows the world hears of it', async () => {
  const stopped = new AbortController();
  const stream = await fetch(new URL('/__admin/requests/stream', mock.baseUrl), { signal: stopped.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await control('DELETE', '/records/pets/1');
  let heard = '';
  while (!heard.includes('event: change')) heard += (await reader?.read())?.value ?? '';
  stopped.abort();
  expect(heard).toContain('event: change');
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

  const notes = `/records/${encodeURIComponent('["notes","a/b c"]')}`;
  expect((await through('POST', notes, {})).json).toEqual({ id: 1 });
  expect((await through('DELETE', `${notes}/1`)).status).toBe(204);
  expect(await statusAndMessage('POST', '/records/notes', {}, through)).toEqual([
    ...[404, expect.stringContaining('expected an id each for tagId in the name, found none. The contract has pets, ')],
  ]);

  expect((await through('POST', '/records/visits', { at: 'y' })).json).toEqual({ at: 'y' });
  const { json } = await through('GET', '/records?collection=visits');
  expect(json).toMatchObject({ idProperty: null, records: [{ at: 'x' }, { at: 'y' }], ids: [0, 1] });
  expect((await through('PUT', '/records/visits/1', { at: 'z' })).json).toEqual({ at: 'z' });
  expect((await through('DELETE', '/records/visits/0')).status).toBe(204);
  expect((await other.state()).records).toEqual({
    ...{ tags: [{ id: 'a/b c', colour: 'red' }], '["notes","a/b c"]': [], visits: [{ at: 'z' }] },
  });
});
