import { gives, inPath, judgedByOne, TEXT, textsOf } from '../testing/small-server';
import { listPageSize } from './lists';

const shelf = textsOf('id');
const page = {
  type: 'object',
  required: ['items', 'next_cursor'],
  properties: {
    items: { type: 'array', items: shelf },
    next_cursor: { type: ['string', 'null'], description: 'The cursor of the next page; null on the last one.' },
  },
};

/** What is found in a list whose pages are shorter by one than what is asked for, and which may forget to name the next one. */
async function found(description: string, namesNext = true): Promise<readonly string[]> {
  const all = Array.from({ length: 9 }, (_, nth) => ({ id: `s${nth}` }));
  const schema = { type: 'integer', minimum: 1, maximum: 6, default: 3 };
  const cursor = { name: 'cursor', in: 'query', description: 'The `next_cursor` of the page before.', schema: TEXT };
  const paths = {
    '/shelves': {
      get: { parameters: [{ name: 'limit', in: 'query', description, schema }, cursor], ...gives(200, page) },
    },
    '/shelves/{id}': { parameters: [inPath('id')], get: gives(200, shelf, 404) },
  };
  const { findings } = await judgedByOne(listPageSize, paths, ({ steps: [, id], query }) => {
    if (id !== undefined) return [200, { id }];
    const from = Number(query.get('cursor') ?? 0);
    const asked = Number(query.get('limit') ?? 3);
    const to = from + Math.max(1, asked < 6 ? asked - 1 : asked);
    return [200, { items: all.slice(from, to), next_cursor: to < all.length && namesNext ? String(to) : null }];
  });
  return [...new Set(findings.map(({ key }) => key))];
}

test('a page may be shorter than what is asked for at the most, as long as it names a next one', async () => {
  expect(await found('How many shelves at most on a page.')).toEqual([]);
  expect(await found('How many shelves at most on a page.', false)).toEqual(['short page']);
  expect(await found('How many shelves are on a page.')).toEqual(['short page']);
});
