import fc from 'fast-check';
import { createMock, type Mock } from '../index';
import {
  arrayOf,
  documentOf,
  done,
  idsIn,
  inQuery,
  INTEGER as integer,
  json,
  object,
  ref,
  TEXT as text,
} from '../testing/asking';

const uri = { type: 'string', format: 'uri', nullable: true };
const array = arrayOf(ref('Thing'));
const query = (name: string, schema: object = integer) => inQuery(name, schema);

/** By the name of the collection: the parameters of its list, what its reply is, and its headers. */
const LISTS: Readonly<Record<string, readonly [parameters: readonly object[], schema: object, headers?: object]>> = {
  numbered: [
    [query('page'), query('per_page')],
    object(
      { items: array, page: integer, per_page: integer, total: integer, total_pages: integer, next: integer },
      ...['items', 'page', 'per_page', 'total', 'total_pages'],
    ),
  ],
  skipped: [
    [query('$skip', { ...integer, minimum: 0 }), query('$top', { ...integer, maximum: 50 })],
    object(
      { value: array, meta: object({ count: integer, hasMore: { type: 'boolean' } }, 'count', 'hasMore') },
      'value',
      'meta',
    ),
  ],
  linked: [
    [query('pageIndex', { ...integer, minimum: 0 }), query('limit', { ...text, default: '20' }), query('colour', text)],
    object(
      {
        results: array,
        links: object({ self: uri, next: uri, prev: uri, last: uri, first: uri }, 'self', 'next', 'prev'),
      },
      ...['results', 'links'],
    ),
  ],
  hal: [
    [query('offset'), query('limit')],
    object({
      _embedded: object({ hal: array }),
      _links: object({ next: object({ href: { ...text, format: 'uri-reference' } }) }),
    }),
  ],
  tokens: [
    [query('page_token', text), query('max-results')],
    object({ tokens: array, next_page_token: { ...text, nullable: true } }, 'tokens', 'next_page_token'),
  ],
  both: [
    [query('after', text), query('before', text), query('limit')],
    object({ data: array, paging: object({ cursors: object({ after: text, before: text }) }) }, 'data', 'paging'),
  ],
  ids: [
    [query('starting_after', text), query('ending_before', text), query('limit')],
    object({ data: array, has_more: { type: 'boolean' } }, 'data', 'has_more'),
  ],
  // No parameter says where a page begins.
  sized: [[query('page[size]')], object({ data: array, links: object({ next: uri }, 'next') }, 'data', 'links')],
  tokenless: [[query('limit')], object({ data: array, next_cursor: { ...text, nullable: true } }, 'data')],
  iterated: [
    [query('iterator', text), query('limit')],
    object({ data: array, done: { type: 'boolean' }, iterator: { ...text, nullable: true } }, 'data', 'done'),
  ],
  headed: [[query('page'), query('size')], array, { Link: { schema: text }, 'X-Total-Count': { schema: integer } }],
};

const DOCUMENT = documentOf(
  Object.fromEntries(
    Object.entries(LISTS).flatMap(([name, [parameters, schema, headers = {}]]) => [
      [
        `/${name}`,
        {
          get: { parameters, responses: { 200: { description: 'Some', headers, ...json(schema) } } },
          post: { requestBody: json(ref('Thing')), responses: done(201, ref('Thing')) },
        },
      ],
      [`/${name}/{id}`, { parameters: idsIn('{id}'), get: { responses: done(200, ref('Thing')) } }],
    ]),
  ),
  {
    servers: [{ url: '/api' }],
    components: {
      schemas: { Thing: object({ id: { ...integer, readOnly: true }, colour: text }, 'id', 'colour') },
    },
  },
);

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ document: DOCUMENT, fixtures: 'none', checkReplies: true });
});

interface Shown {
  // biome-ignore lint/suspicious/noExplicitAny: each list has a reply of its own
  readonly body: any;
  readonly headers: Headers;
}

async function show(path: string): Promise<Shown> {
  const url = new URL(path, 'http://things.test/api/');
  const response = await mock.fetch(new Request(url));
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return { body: await response.json(), headers: response.headers };
}

async function add(name: string, count: number): Promise<void> {
  await mock.reset();
  for (let nth = 0; nth < count; nth += 1) {
    const body = JSON.stringify({ colour: nth % 2 === 0 ? 'red' : 'blue' });
    const headers = { 'content-type': 'application/json' };
    await mock.fetch(new Request(`http://things.test/api/${name}`, { method: 'POST', headers, body }));
  }
}

const idsOf = (records: readonly { readonly id: number }[]): readonly number[] => records.map(({ id }) => id);

/** Where a reply leads to: what the query then says, or the whole path; nothing at the end. */
type Next = (body: Shown['body'], seen: number, headers: Headers) => string | undefined | null | false;

/** By the name of the list: the member with its records, the parameter for the size of a page, and how a client goes on. */
const WALKS: readonly (readonly [name: string, records: string, size: string, next: Next])[] = [
  ['numbered', 'items', 'per_page', ({ page, total_pages: pages }) => page < pages && `page=${page + 1}`],
  ['numbered', 'items', 'per_page', ({ next }) => next && `page=${next}`],
  ['skipped', 'value', '$top', ({ meta }, seen) => meta.hasMore && `$skip=${seen}`],
  ['linked', 'results', 'limit', ({ links }) => links.next],
  ['hal', '_embedded', 'limit', ({ _links }) => _links?.next?.href],
  ['tokens', 'tokens', 'max-results', ({ next_page_token: next }) => next && `page_token=${next}`],
  ['both', 'data', 'limit', ({ paging }) => paging.cursors?.after && `after=${paging.cursors.after}`],
  ['ids', 'data', 'limit', ({ data, has_more: more }) => more && `starting_after=${data.at(-1).id}`],
  ['sized', 'data', 'page[size]', ({ links }) => links.next],
  ['tokenless', 'data', 'limit', ({ next_cursor: next }) => next && `cursor=${next}`],
  ['iterated', 'data', 'limit', ({ done, iterator }) => !done && `iterator=${iterator}`],
  ['headed', '', 'size', (_, __, headers) => /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]],
];

test.each(WALKS)(
  'a client that follows the pages of %s sees each record once, in order',
  async (name, member, by, next) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 1, max: 5 }), async (count, size) => {
        await add(name, count);
        const seen: number[] = [];
        const pages: number[] = [];
        const first = `${name}?${by}=${size}`;
        for (let path: string | undefined = first; path !== undefined && pages.length < 20; ) {
          const { body, headers } = await show(path);
          const found = member === '' ? body : body[member];
          const ids = idsOf(found[name] ?? found);
          pages.push(ids.length);
          seen.push(...ids);
          const on = next(body, seen.length, headers) || undefined;
          path = on === undefined || on.includes('/') ? on : `${first}&${on}`;
        }
        expect(seen).toEqual(Array.from({ length: count }, (_, nth) => nth + 1));
        expect(pages).toHaveLength(Math.max(1, Math.ceil(count / size)));
      }),
      { numRuns: 12 },
    );
  },
);

test('counts, numbers and flags are true', async () => {
  await add('numbered', 5);
  expect((await show('numbered?page=2&per_page=2')).body).toEqual({
    items: [
      { id: 3, colour: 'red' },
      { id: 4, colour: 'blue' },
    ],
    page: 2,
    per_page: 2,
    total: 5,
    total_pages: 3,
    next: 3,
  });
  expect((await show('numbered?page=9&per_page=2')).body).toEqual({
    items: [],
    page: 9,
    per_page: 2,
    total: 5,
    total_pages: 3,
  });
  expect((await show('numbered')).body).toMatchObject({ page: 1, per_page: 20, total: 5, total_pages: 1 });
  await add('headed', 3);
  const { headers } = await show('headed?page=2&size=2&key=secret');
  expect(headers.get('x-total-count')).toBe('3');
  expect(headers.get('link')).toBe(
    '<http://things.test/api/headed?size=2&page=1>; rel="first", <http://things.test/api/headed?size=2&page=1>; rel="prev", ' +
      '<http://things.test/api/headed?size=2&page=2>; rel="last"',
  );
});

test('links are whole addresses that keep the filters, and lead back', async () => {
  await add('linked', 5);
  const { body } = await show('linked?colour=red&limit=2&pageIndex=1');
  expect(idsOf(body.results)).toEqual([5]);
  expect(body.links).toEqual({
    self: 'http://things.test/api/linked?colour=red&limit=2&pageIndex=1',
    first: 'http://things.test/api/linked?colour=red&limit=2&pageIndex=0',
    prev: 'http://things.test/api/linked?colour=red&limit=2&pageIndex=0',
    next: null,
    last: 'http://things.test/api/linked?colour=red&limit=2&pageIndex=1',
  });
  await add('both', 5);
  const second = await show(`both?limit=2&after=${(await show('both?limit=2')).body.paging.cursors.after}`);
  expect(idsOf(second.body.data)).toEqual([3, 4]);
  const back = await show(`both?limit=2&before=${second.body.paging.cursors.before}`);
  expect(idsOf(back.body.data)).toEqual([1, 2]);
  await add('ids', 5);
  expect(idsOf((await show('ids?limit=2&ending_before=4')).body.data)).toEqual([2, 3]);
});

test('a token that no reply has shown leads to nothing', async () => {
  await add('tokens', 3);
  expect((await show('tokens?page_token=x')).body).toEqual({ tokens: [], next_page_token: null });
});

test('a page of no records has no next one, by flag and by token', async () => {
  await add('ids', 3);
  expect((await show('ids?limit=0')).body).toEqual({ data: [], has_more: false });
  await add('tokens', 3);
  expect((await show('tokens?max-results=0')).body).toEqual({ tokens: [], next_page_token: null });
});

test('numbers of pages are shown with all their digits', async () => {
  await add('numbered', 1);
  const showText = async (query: string) => {
    const response = await mock.fetch(new Request(`http://things.test/api/numbered?${query}`));
    return response.text();
  };
  expect(await showText('page=999999999999999999999&per_page=3')).toBe(
    '{"items":[],"page":999999999999999999999,"per_page":3,"total":1,"total_pages":1}',
  );
  expect(await showText('page=9007199254740993&per_page=9007199254740993')).toBe(
    '{"items":[],"page":9007199254740993,"per_page":9007199254740993,"total":1,"total_pages":1}',
  );
});
