import { stringifyJson } from '../../openapi/contract';
import { createMock, type Mock } from '../index';
import {
  arrayOf,
  documentOf,
  done,
  INTEGER,
  idsIn,
  json,
  NONE,
  object,
  inQuery as query,
  ref,
  TEXT as text,
} from '../testing/asking';

const FIELDS = {
  name: text,
  age: INTEGER,
  created_at: { ...text, format: 'date-time' },
  tame: { type: 'boolean' },
  rank: { ...INTEGER, format: 'int64' },
  price: text,
};
const REQUIRED = ['name', 'age', 'created_at'];
const CAT = ref('Cat');
const listed = (...parameters: readonly object[]) => ({
  get: { parameters, responses: done(200, arrayOf(CAT)) },
});

const DOCUMENT = documentOf(
  {
    '/cats': {
      ...listed(
        query('sort'),
        query('order'),
        query('reverse', { type: 'boolean' }),
        query('sort_by', arrayOf(text), { explode: false }),
        query('orderBy', { type: 'object' }, { style: 'deepObject' }),
        query('filter', { type: 'object' }, { style: 'deepObject' }),
        query('filter[tame]'),
        query('after'),
        query('limit', INTEGER),
      ),
      post: { requestBody: json(object(FIELDS, ...REQUIRED)), responses: done(201, CAT) },
    },
    '/cats/{id}': {
      parameters: idsIn('{id}'),
      get: { responses: { ...done(200, CAT), ...NONE } },
      delete: { responses: done(204) },
    },
    '/cats/paged': {
      get: {
        parameters: [query('sort'), query('after'), query('limit', INTEGER)],
        responses: done(200, object({ data: arrayOf(CAT), next_cursor: text }, 'data')),
      },
    },
    '/said': listed(query('sort', text, { description: 'The order. Defaults to `-age`.' })),
    '/newest': {
      get: { description: 'The cats, sorted by `age` descending.', responses: done(200, arrayOf(CAT)) },
    },
    '/top': listed(query('sort', { ...text, default: '-age' })),
  },
  { components: { schemas: { Cat: object({ id: INTEGER, ...FIELDS }, ...REQUIRED) } } },
);

const CATS = [
  {
    id: 1,
    name: 'Mog',
    age: 7,
    created_at: '2024-05-01T00:00:00Z',
    tame: true,
    rank: 9_007_199_254_740_993n,
    price: '10.50',
  },
  { id: 2, name: 'Tom', age: 3, created_at: '2024-03-01T00:00:00Z', tame: false, price: '9' },
  { id: 3, name: 'Ada', age: 7, created_at: '2024-04-01T00:00:00Z', rank: 2, price: '100' },
  { id: 4, name: 'Zoe', age: 1, created_at: '2024-06-01T00:00:00Z', tame: true, rank: 10 },
];

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ document: DOCUMENT, fixtures: { cats: CATS }, checkReplies: true });
});

async function ids(path: string): Promise<readonly number[]> {
  const response = await mock.fetch(`http://localhost${path}`);
  expect(response.status).toBe(200);
  return JSON.parse(await response.text()).map(({ id }: { id: number }) => id);
}

test.each([
  ['', [1, 2, 3, 4]],
  ['sort=name', [3, 1, 2, 4]],
  ['sort=-name', [4, 2, 1, 3]],
  ['sort=%2BNAME', [3, 1, 2, 4]],
  // Those that are alike stay in the order of their ids.
  ['sort=-age', [1, 3, 2, 4]],
  ['sort=-age,name', [3, 1, 2, 4]],
  ['sort=age&order=desc', [1, 3, 2, 4]],
  ['order=desc', [4, 3, 2, 1]],
  ['sort=created&reverse=true', [4, 1, 3, 2]],
  ['sort=createdAt,desc', [4, 1, 3, 2]],
  ['sort=created_at:desc', [4, 1, 3, 2]],
  ['sort=createdAtDesc', [4, 1, 3, 2]],
  ['sort_by=age,-name', [4, 2, 1, 3]],
  ['orderBy[name]=desc', [4, 2, 1, 3]],
  // What a record lacks comes last.
  ['sort=tame', [2, 1, 4, 3]],
  ['sort=-tame', [1, 4, 2, 3]],
  ['sort=rank', [3, 4, 1, 2]],
  ['sort=price', [2, 1, 3, 4]],
  ['sort=-id', [4, 3, 2, 1]],
  ['sort=colour&order=sideways', [1, 2, 3, 4]],
  ['sort=__proto__', [1, 2, 3, 4]],
  ['filter[name]=Tom', [2]],
  ['filter[age]=7&sort=name', [3, 1]],
  ['filter[age]=7&filter[name]=Mog', [1]],
  ['filter[tame]=true', [1, 4]],
  ['filter[colour]=red', [1, 2, 3, 4]],
])('a list that is asked for with %j has the records %j', async (asked, expected) => {
  expect(await ids(`/cats?${asked}`)).toEqual(expected);
});

test('a list is the JSON of its records, with all their digits', async () => {
  for (const _ of ['made', 'remembered'])
    expect(await (await mock.fetch('http://localhost/top?sort=id')).text()).toBe(stringifyJson(CATS));
});

test('a default says the order, too', async () => {
  expect(await ids('/top')).toEqual([1, 3, 2, 4]);
  expect(await ids('/said')).toEqual([1, 3, 2, 4]);
  expect(await ids('/newest')).toEqual([1, 3, 2, 4]);
  expect(await ids('/said?sort=age')).toEqual([4, 2, 1, 3]);
  expect(await ids('/top?sort=age')).toEqual([4, 2, 1, 3]);
});

test('a client that follows its pages sees each record once, in the order that it asks for', async () => {
  expect(await ids('/cats?sort=-name&limit=2')).toEqual([4, 2]);
  const seen: number[] = [];
  for (let after = ''; seen.length < 9; ) {
    const page = await ids(`/cats?sort=-name&limit=1${after}`);
    if (page.length === 0) break;
    seen.push(...page);
    after = `&after=${Buffer.from(JSON.stringify(['after', page[0]])).toString('base64url')}`;
  }
  expect(seen).toEqual([4, 2, 1, 3]);
});

test('a page that begins after a record goes on there when that is deleted meanwhile', async () => {
  const pageOf = async (query: string) =>
    (await (await mock.fetch(`http://localhost/cats/paged?sort=-age&limit=1${query}`)).json()) as {
      readonly data: readonly { readonly id: number }[];
      readonly next_cursor?: string;
    };
  const first = await pageOf('');
  expect(first.data.map(({ id }) => id)).toEqual([1]);
  await mock.fetch('http://localhost/cats/1', { method: 'DELETE' });
  const second = await pageOf(`&after=${first.next_cursor}`);
  expect(second.data.map(({ id }) => id)).toEqual([3]);
  await mock.fetch('http://localhost/cats/3', { method: 'DELETE' });
  expect((await pageOf(`&after=${second.next_cursor}`)).data.map(({ id }) => id)).toEqual([2]);
  await mock.reset();
});
