import { createMock, type Mock } from '../index';
import { writeFile } from '../testing/edited';

const THING = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    note: { type: 'string' },
    size: { type: 'object', required: ['width'], properties: { width: { type: 'integer' }, unit: { type: 'string' } } },
  },
};
const CHANGE = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: { ...THING.properties, size: { ...THING.properties.size, required: [] } },
};
const content = (schema: object, ...types: readonly string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
});
const MERGE = 'application/merge-patch+json';
const shown = { description: 'It.', ...content(THING, 'application/json') };

let mock: Mock;
beforeAll(async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': { post: { requestBody: content(THING, 'application/json'), responses: { 201: shown } } },
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: shown } },
        patch: { requestBody: content(CHANGE, MERGE, 'application/json'), responses: { 200: shown } },
      },
    },
  };
  mock = await createMock({
    document: writeFile('json', JSON.stringify(document)),
    fixtures: 'none',
    checkReplies: true,
    log: 'silent',
  });
});

const ask = async (method: string, path: string, body: object, type = 'application/json') => {
  const headers = { 'Content-Type': type };
  const init = { method, headers, body: JSON.stringify(body) };
  const reply = await mock.fetch(new Request(`http://things.test${path}`, init));
  return [reply.status, (await reply.json()) as { readonly id?: number }] as const;
};

test('null in a merge patch removes what need not be there, also inside, and nothing else', async () => {
  const [, { id }] = await ask('POST', '/things', { name: 'one', note: 'x', size: { width: 1, unit: 'm' } });
  const at = `/things/${id}`;
  expect(await ask('PATCH', at, { note: null }, MERGE)).toEqual([
    200,
    { id, name: 'one', size: { width: 1, unit: 'm' } },
  ]);
  expect(await ask('PATCH', at, { size: { unit: null } }, MERGE)).toEqual([
    200,
    { id, name: 'one', size: { width: 1 } },
  ]);
  expect(await ask('PATCH', at, { name: null }, MERGE)).toMatchObject([400, {}]);
  expect(await ask('PATCH', at, { size: { width: null } }, MERGE)).toMatchObject([400, {}]);
  expect(await ask('PATCH', at, { other: null }, MERGE)).toMatchObject([400, {}]);
  expect(await ask('PATCH', at, { note: null }, 'application/json')).toMatchObject([400, {}]);
  expect(await ask('PATCH', at, { size: null }, MERGE)).toEqual([200, { id, name: 'one' }]);
});
