import { createMock, type Mock } from './index';
import { arrayOf, body, documentOf, done, INTEGER, idsIn, json, object, TEXT } from './testing/asking';

const BIG = '9007199254740993';
const LONG = { type: 'integer', format: 'int64' };
const FIELDS = object(
  {
    title: { ...TEXT, minLength: 2 },
    size: LONG,
    made: { ...TEXT, readOnly: true },
    tags: arrayOf(TEXT),
    place: { type: 'object', additionalProperties: true },
    old: LONG,
  },
  ...['title', 'size', 'made'],
);
const TASK = { allOf: [object({ id: INTEGER }, 'id'), FIELDS] };
const BOX = object({ data: TASK }, 'data');
const refused = (...statuses: readonly number[]) =>
  Object.assign({}, ...statuses.map((status) => done(status, object({ message: { ...TEXT, 'x-error': 'message' } }))));

const PATHS = {
  '/tasks': {
    get: { responses: done(200, arrayOf(TASK)) },
    post: { requestBody: body(FIELDS), responses: { ...done(201, TASK), ...refused(400) } },
  },
  '/boxes/{id}': {
    parameters: idsIn('{id}'),
    get: { responses: done(200, BOX) },
    put: { requestBody: json(BOX), responses: done(200, BOX) },
    patch: {
      requestBody: { content: { 'application/json': { schema: BOX }, 'application/json-patch+json': {} } },
      responses: done(200, BOX),
    },
  },
  '/tasks/{id}': {
    parameters: idsIn('{id}'),
    get: { responses: { ...done(200, TASK), ...refused(404) } },
    patch: {
      requestBody: {
        required: true,
        content: {
          'application/json-patch+json': { schema: arrayOf({ type: 'object' }) },
          'application/merge-patch+json': { schema: FIELDS },
        },
      },
      responses: { ...done(200, TASK), ...refused(404, 409, 422) },
    },
  },
};

let mock: Mock;
let path: string;
let made: string;
beforeAll(async () => {
  mock = await createMock({ document: documentOf(PATHS), checkReplies: true });
});
beforeEach(async () => {
  const sent = `{"title":"One","size":${BIG},"tags":["a","b"],"place":{"x/y":1}}`;
  made = await ask('/tasks', 'POST', 'application/json', sent).then(({ text }) => text);
  path = `/tasks/${JSON.parse(made).id}`;
});

async function ask(
  at: string,
  method = 'GET',
  type?: string,
  body?: string,
): Promise<{ status: number; text: string }> {
  const init = type === undefined ? { method } : { method, body: body ?? '', headers: { 'content-type': type } };
  const response = await mock.fetch(`http://localhost${at}`, init);
  return { status: response.status, text: await response.text() };
}
const patched = (...operations: readonly unknown[]) => patchedBy(JSON.stringify(operations));
const patchedBy = (text: string) => ask(path, 'PATCH', 'application/json-patch+json', text);

test('each kind of operation changes the record, in their order', async () => {
  const { status, text } = await patched(
    { op: 'test', path: '/place', value: { 'x/y': 1 } },
    { op: 'add', path: '/tags/1', value: 'between' },
    { op: 'add', path: '/tags/-', value: 'last' },
    { op: 'remove', path: '/tags/0' },
    { op: 'replace', path: '/title', value: 'Two' },
    { op: 'copy', from: '/place/x~1y', path: '/place/z' },
    { op: 'move', from: '/place/x~1y', path: '/place/w' },
  );
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ title: 'Two', tags: ['between', 'b', 'last'], place: { z: 1, w: 1 } });
  expect(JSON.parse(text).place).not.toHaveProperty('x/y');
  expect((await ask(path)).text).toBe(text);
});

test('numbers of 64 bits stay exact, where they are tested and copied, too', async () => {
  const { status, text } = await patchedBy(
    `[{"op":"test","path":"/size","value":${BIG}},{"op":"copy","from":"/size","path":"/old"},
      {"op":"replace","path":"/size","value":9223372036854775807}]`,
  );
  expect(status).toBe(200);
  expect(text).toContain('"size":9223372036854775807');
  expect(text).toContain(`"old":${BIG}`);
  expect((await patchedBy('[{"op":"test","path":"/size","value":9223372036854775806}]')).status).toBe(409);
});

test('the id and what is read-only stay; a merge patch is what it was', async () => {
  const { id, made: time } = JSON.parse(made);
  const { status, text } = await patched(
    { op: 'replace', path: '/id', value: 77 },
    { op: 'remove', path: '/made' },
    { op: 'replace', path: '/title', value: 'Mine' },
  );
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ id, made: time, title: 'Mine' });
  const merge = await ask(path, 'PATCH', 'application/merge-patch+json', '{"title":"No","size":1}');
  expect(JSON.parse(merge.text)).toMatchObject({ id, title: 'No' });
});

test('the operations are those of the record, also where other bodies wrap it', async () => {
  const box = { data: { id: 7, title: 'Box', size: 1, made: 'today' } };
  expect((await ask('/boxes/7', 'PUT', 'application/json', JSON.stringify(box))).status).toBe(200);
  const operations = [{ op: 'replace', path: '/title', value: 'Crate' }];
  const { status, text } = await ask('/boxes/7', 'PATCH', 'application/json-patch+json', JSON.stringify(operations));
  expect({ status, body: JSON.parse(text) }).toMatchObject({
    status: 200,
    body: { data: { id: 7, title: 'Crate', size: 1 } },
  });
});

const deep = JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`);

test.each<[number, string, readonly unknown[]]>([
  [409, 'operation 1: the test fails: "/title" has another value', [{ op: 'test', path: '/title', value: 'Other' }]],
  [409, 'there is nothing at "/nothing"', [{ op: 'remove', path: '/nothing' }]],
  [409, 'there is nothing at "/tags/length"', [{ op: 'remove', path: '/tags/length' }]],
  [409, 'there is nothing at "/toString"', [{ op: 'copy', from: '/toString', path: '/title' }]],
  [409, '"/tags/9" is no place in an array of 2', [{ op: 'add', path: '/tags/9', value: '' }]],
  [409, '"/tags/01" is no place in an array of 2', [{ op: 'add', path: '/tags/01', value: '' }]],
  [409, 'nothing is there that "/no/way" could be in', [{ op: 'add', path: '/no/way', value: 1 }]],
  [422, 'its "op" must be one of add, remove, replace, move, copy, test', [{ op: 'spin', path: '' }]],
  [422, '"add" needs a "value"', [{ op: 'add', path: '/title' }]],
  [422, 'its "from" must be a JSON pointer, such as "/name"', [{ op: 'move', path: '/title' }]],
  [422, 'its "path" must be a JSON pointer', [{ op: 'remove', path: 'title' }]],
  [422, 'its "path" must be a JSON pointer', [{ op: 'remove', path: '/~2' }]],
  [422, 'names "__proto__", which no record may have', [{ op: 'add', path: '/__proto__/title', value: 1 }]],
  [422, '"/place" can\'t be moved into itself', [{ op: 'move', from: '/place', path: '/place/x' }]],
  [422, 'The field "title" is missing', [{ op: 'remove', path: '/title' }]],
  [422, 'The field "title" must be at least 2 characters long', [{ op: 'replace', path: '/title', value: 'x' }]],
  [422, 'What the patch leaves must be an object', [{ op: 'replace', path: '', value: [] }]],
  [
    422,
    'nested more than 200 levels deep',
    [
      { op: 'add', path: '/place/a', value: deep },
      { op: 'move', from: '/place/a', path: '/place/b' },
      { op: 'copy', from: '/place', path: `/place/b${'/0'.repeat(149)}/0` },
    ],
  ],
  [
    422,
    'more than 100000 values would be copied',
    Array.from({ length: 40 }, (_, n) => ({ op: 'copy', from: '/place', path: `/place/${n}` })),
  ],
  [
    422,
    'it has 1002 operations, not 1000',
    Array.from({ length: 1001 }, () => ({ op: 'test', path: '/title', value: 'One' })),
  ],
])('%i: nothing is changed where %s', async (status, why, operations) => {
  const reply = await patched({ op: 'replace', path: '/size', value: 5 }, ...operations);
  expect(JSON.parse(reply.text).message).toContain(why);
  expect(reply.status).toBe(status);
  expect((await ask(path)).text).toBe(made);
});
