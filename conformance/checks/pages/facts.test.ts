import { gives, inPath, judgedByOne, TEXT, textsOf } from '../../testing/small-server';
import { listPageFacts } from './facts';

const shelf = textsOf('id', 'kind');
const said = (type: unknown, description: string) => ({ type, description });
const page = {
  type: 'object',
  required: ['items', 'total', 'next_cursor'],
  properties: {
    items: { type: 'array', items: shelf },
    total: said('integer', 'How many shelves match the filters, over all pages.'),
    next_cursor: said(['string', 'null'], 'The cursor of the next page; null on the last one.'),
  },
};
const size = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 4, default: 2 } };
const cursor = { name: 'cursor', in: 'query', description: 'The `next_cursor` of the page before.', schema: TEXT };
const kind = { name: 'kind', in: 'query', description: 'Only shelves of this kind.', schema: TEXT };
const PATHS = {
  '/shelves': { get: { parameters: [size, cursor, kind], ...gives(200, page) } },
  '/shelves/{id}': { parameters: [inPath('id')], get: gives(200, shelf, 404) },
};

/** What is found in a list of so many shelves, every other one of another kind, that may name a page behind a full last one. */
async function found(count: number, isEndless: boolean): Promise<readonly string[]> {
  const all = Array.from({ length: count }, (_, nth) => ({ id: `s${nth}`, kind: nth % 3 === 0 ? 'a' : 'b' }));
  const { findings } = await judgedByOne(listPageFacts, PATHS, ({ steps: [, id], query }) => {
    if (id !== undefined) return [200, all.find((one) => one.id === id)];
    const some = all.filter((one) => (query.get('kind') ?? one.kind) === one.kind);
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit') ?? 2);
    const isMore = isEndless ? to <= some.length : to < some.length;
    return [200, { items: some.slice(from, to), total: some.length, next_cursor: isMore ? String(to) : null }];
  });
  return findings.map(({ key }) => key);
}

test.each([
  ['that one page has', 3],
  ['of which a filter leaves what one page has', 9],
])('a page of all records %s names no next one', async (_, count) => {
  expect(await found(count, false)).toEqual([]);
  expect(await found(count, true)).toEqual(['endless']);
});
