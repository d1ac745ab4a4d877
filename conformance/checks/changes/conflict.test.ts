import { gives, inPath, judgedByOne, TEXT, takes, textsOf } from '../../testing/small-server';
import { conflictNoTrace } from './conflict';

const BOOK = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { ...TEXT, readOnly: true },
    title: TEXT,
    shelfmark: { type: ['string', 'null'] },
    pages: { type: 'array', items: textsOf('text') },
  },
};
const { responses, ...create } = { ...takes(BOOK), ...gives(201, BOOK, 409) };
const description = 'A `shelfmark` may be used once for each room; a second use is refused with `409`.';
const PATHS = {
  '/books': {
    post: { ...create, description, responses },
    get: {
      parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } }],
      ...gives(200, { type: 'array', items: BOOK }),
    },
  },
  '/books/{id}': { parameters: [inPath('id')], get: gives(200, BOOK, 404) },
};

/** @param isKept whether what is refused since its shelfmark is taken is there all the same */
async function judged(isKept: boolean) {
  const books: Record<string, unknown>[] = [];
  const { cells, findings } = await judgedByOne(conflictNoTrace, PATHS, ({ method, steps: [, id], sent }) => {
    if (method === 'GET' && id === undefined) return [200, books];
    const found = books.find((one) => one.id === id);
    if (method === 'GET') return found === undefined ? [404] : [200, found];
    const mark = sent.shelfmark ?? null;
    const isTaken = mark !== null && books.some((one) => one.shelfmark === mark);
    if (!isTaken || isKept) books.push({ ...sent, shelfmark: mark, id: `b${books.length}` });
    return isTaken ? [409] : [201, books.at(-1)];
  });
  return [cells.map(({ outcome }) => outcome), findings.map(({ key }) => key)];
}

test('what is refused for a member that clients need not send is not stored either', async () => {
  expect(await judged(false)).toEqual([['pass'], []]);
  expect(await judged(true)).toEqual([['fail'], ['stored']]);
});
