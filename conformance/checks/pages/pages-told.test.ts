import { contractOf } from '../../../openapi/contract/testing/documents';
import { listen } from '../../../tools/selftest/server/server';
import { run } from '../../run/run';
import { optionsFor } from '../../testing/options';
import { listPages } from './pages';

const integer = { type: 'integer' };
const ANIMAL = { type: 'object', required: ['id'], properties: { id: integer } };
const list = (operationId: string, positions: object | readonly object[], told: object) => ({
  get: {
    operationId,
    parameters: [
      { name: 'limit', in: 'query', schema: { ...integer, minimum: 1, maximum: 50 } },
      ...[positions].flat().map((position) => ({ in: 'query', ...position })),
    ],
    responses: {
      200: {
        description: 'Some.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                data: { type: 'array', items: ANIMAL },
                ...told,
              },
            },
          },
        },
      },
    },
  },
});

const item = (schema: object) => ({
  get: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
    responses: { 200: { description: 'One.', content: { 'application/json': { schema } } } },
  },
});

/**
 * Lists by tokens with a flag, by numbers with a count of pages, by links to numbers that leave out the page size, by offset or by a
 * token, which is null where it was not asked by one. */
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Lists', version: '1' },
  paths: {
    '/cats': list(
      'cats',
      { name: 'cursor', schema: { type: 'string' } },
      { has_more: { type: 'boolean' }, next_cursor: { type: 'string', nullable: true } },
    ),
    '/dogs': list('dogs', { name: 'page', schema: { ...integer, minimum: 1, default: 1 } }, { total_pages: integer }),
    '/cows': list(
      'cows',
      { name: 'page', schema: { ...integer, minimum: 1, default: 1 } },
      { next: { type: 'string', nullable: true } },
    ),
    '/hens': list(
      'hens',
      [
        { name: 'cursor', schema: { type: 'string' } },
        { name: 'offset', schema: { ...integer, minimum: 0, default: 0 } },
      ],
      { total_count: integer, next_cursor: { type: 'string', nullable: true } },
    ),
    '/hens/{id}': item(ANIMAL),
    '/cows/{id}': item(ANIMAL),
    '/cats/{id}': item(ANIMAL),
    '/dogs/{id}': item(ANIMAL),
  },
};

interface Habits {
  /** What the last page of cats says. */
  readonly hasMore: boolean;
  readonly pagesMore: number;
  /** Whether each reply has one dog more than the one before. */
  readonly grows: boolean;
}

async function warned({ hasMore, pagesMore, grows }: Habits) {
  const all = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id }));
  const server = await listen('', async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://lists');
    const limit = Number(query.get('limit') ?? 20);
    const paged = (Number(query.get('page') ?? 1) - 1) * limit;
    const from = pathname === '/cats' ? Number(query.get('cursor') ?? 0) : Number(query.get('offset') ?? paged);
    if (grows) all.push({ id: all.length + 1 });
    const isLast = from + limit >= all.length;
    const told =
      pathname === '/cats'
        ? { has_more: isLast ? hasMore : true, next_cursor: isLast ? null : String(from + limit) }
        : pathname === '/cows'
          ? { next: isLast ? null : `/cows?page=${from / limit + 2}` }
          : pathname === '/hens'
            ? { total_count: all.length, next_cursor: null }
            : { total_pages: Math.ceil(all.length / limit) + pagesMore };
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ data: all.slice(from, from + limit), ...told }));
  });
  const options = optionsFor(server.baseUrl);
  const quiet = { onProgress: () => {}, onWait: () => {} };
  try {
    const { findings } = await run(await contractOf(DOCUMENT), [listPages], options, quiet);
    const ofPages = findings.filter(({ check }) => check === 'list.pages');
    return ofPages.map(({ check, operation, actual }) => `${check} ${operation}: ${actual}`);
  } finally {
    await server.close();
  }
}

test.each<readonly [string, Partial<Habits>, readonly string[]]>([
  ['no warning comes of pages that tell the truth', {}, []],
  [
    'a flag for more on the last page is odd where a token alone leads on, and is null',
    { hasMore: true },
    ['list.pages cats: the last page says that there is more, and shows no way there'],
  ],
  ['a page is counted that is not there', { pagesMore: 1 }, ['list.pages dogs: a count of 4']],
  ['no warning comes of what changes meanwhile', { hasMore: true, pagesMore: 1, grows: true }, []],
])('%s', async (_, habits, expected) => {
  expect(await warned({ hasMore: false, pagesMore: 0, grows: false, ...habits })).toEqual(expected);
});

/** What is said of a list whose pages, where they are full, say that there is more. */
async function judgedWhereFullPagesLeadOn(flag: object, counted: object) {
  const all = [1, 2, 3, 4, 5, 6].map((id) => ({ id }));
  const server = await listen('', async (request, response) => {
    const { searchParams: query } = new URL(request.url ?? '/', 'http://lists');
    const [limit, from] = [Number(query.get('limit') ?? 20), Number(query.get('after') ?? 0)];
    const data = all.slice(from, from + limit);
    const next_after = data.length === limit ? String(from + limit) : null;
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ data, next_after, has_more: next_after !== null, total_count: all.length }));
  });
  const next = { type: 'string', nullable: true, description: 'The cursor of the next page.' };
  const mice = list(
    'mice',
    { name: 'after', description: 'The cursor of the next page.', schema: { type: 'string' } },
    { has_more: { type: 'boolean', ...flag }, next_after: next, ...counted },
  );
  const paths = { '/mice': mice, '/mice/{id}': item(ANIMAL) };
  const quiet = { onProgress: () => {}, onWait: () => {} };
  try {
    const { findings } = await run(
      await contractOf({ ...DOCUMENT, paths }),
      [listPages],
      optionsFor(server.baseUrl),
      quiet,
    );
    return findings.filter(({ check }) => check === 'list.pages').map(({ outcome, actual }) => [outcome, actual]);
  } finally {
    await server.close();
  }
}

const LEADS_NOWHERE = 'page 3 says that there is more, and the next one shows nothing';
test.each<readonly [string, object, object, string, string]>([
  ['is odd', {}, {}, 'warn', LEADS_NOWHERE],
  ['is wrong where words say what it tells', { description: 'Whether others follow.' }, {}, 'fail', LEADS_NOWHERE],
  [
    'is wrong where its own count says that none is left',
    {},
    { total_count: integer },
    'fail',
    LEADS_NOWHERE.replace(' says', ', by whose count all was shown, says'),
  ],
])('a full last page that says that there is more %s', async (_, flag, counted, ...expected) => {
  expect(await judgedWhereFullPagesLeadOn(flag, counted)).toEqual([expected]);
});

/** What is said of a list of mice of two kinds whose link to the next page keeps the filter, or loses it. */
async function judgedByLinks(isKept: boolean) {
  const all = Array.from({ length: 12 }, (_, id) => ({ id, kind: id % 3 === 0 ? 'field' : 'house' }));
  const server = await listen('', async (request, response) => {
    const { searchParams: query } = new URL(request.url ?? '/', 'http://lists');
    const [limit, from] = [Number(query.get('limit') ?? 20), Number(query.get('after') ?? 0)];
    const left = all.filter(({ kind }) => (query.get('kind') ?? kind) === kind);
    const isLast = from + limit >= left.length;
    const next = new URLSearchParams(isKept ? query : { limit: String(limit) });
    next.set('after', String(from + limit));
    const link = isLast ? {} : { Link: `</mice?${next}>; rel="next"` };
    response
      .writeHead(200, { 'Content-Type': 'application/json', ...link })
      .end(JSON.stringify({ data: left.slice(from, from + limit), next_after: isLast ? null : String(from + limit) }));
  });
  const kind = { type: 'string', enum: ['field', 'house'] };
  const after = { name: 'after', description: 'The cursor of the next page.', schema: { type: 'string' } };
  const mice = list('mice', [after, { name: 'kind', schema: kind }], {
    next_after: { type: 'string', nullable: true, description: 'The cursor of the next page.' },
  });
  const { 200: ok } = mice.get.responses;
  const mouse = { ...ANIMAL, properties: { ...ANIMAL.properties, kind } };
  const { schema } = ok.content['application/json'];
  Object.assign(schema.properties.data, { items: mouse });
  Object.assign(ok, { headers: { Link: { schema: { type: 'string' } } } });
  const paths = { '/mice': mice, '/mice/{id}': item(mouse) };
  const quiet = { onProgress: () => {}, onWait: () => {} };
  try {
    const contract = await contractOf({ ...DOCUMENT, paths });
    const { findings } = await run(contract, [listPages], optionsFor(server.baseUrl), quiet);
    return findings.filter(({ check }) => check === 'list.pages').map(({ expected, actual }) => [expected, actual]);
  } finally {
    await server.close();
  }
}

test('a link to the next page leads to the same one as the token beside it', async () => {
  expect(await judgedByLinks(true)).toEqual([]);
  expect(await judgedByLinks(false)).toEqual([
    ['the next page at the address of the link to it, as by the token beside it', 'other records'],
  ]);
});
