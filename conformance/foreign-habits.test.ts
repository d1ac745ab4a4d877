import type { Contract } from '../openapi/contract';
import { contractOf } from '../openapi/contract/testing/documents';
import { CHECKS } from './checks';
import { run } from './engine/run';
import { ARTICLES_DOCUMENT, ARTICLES_KEY, type Habits, startArticles } from './testing/articles';
import { optionsFor } from './testing/options';

let contract: Contract;
beforeAll(async () => {
  contract = await contractOf(ARTICLES_DOCUMENT);
});

/** The violations that the suite finds in a server of these habits: each check once. */
async function violations(habits: Partial<Habits>): Promise<readonly string[]> {
  const server = await startArticles(habits);
  const keys = { main: ARTICLES_KEY, limit: undefined };
  const options = optionsFor(server.baseUrl, { keys, maxRequests: 300, examples: 5 });
  const { findings } = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  await server.close();
  const failed = findings.filter(({ outcome }) => outcome === 'fail');
  return failed.map(({ check, operation, actual }) => `${check} ${operation}: ${actual}`);
}

const unlisted = { invalid: 422, taken: 409, missing: 404, keyless: 403, page: 400 };

test.each<readonly [string, Partial<Habits>]>([
  ['refuses by statuses that the document does not list, takes chosen ids, creates by PUT, and has cursors', {}],
  [
    'refuses input by 400 and what is not there by 400 as well',
    { unlisted: { ...unlisted, invalid: 400, missing: 400 } },
  ],
  ['makes nothing by PUT', { createsByPut: false }],
  ['has short pages that tell only how many there are', { page: { most: 3, says: 'total' } }],
  ['does not find pages that it has not shown', { unlisted: { ...unlisted, page: 404 } }],
  ['takes slugs of letters alone', { takes: ({ slug }) => /^[a-z]+$/.test(String(slug)) }],
])('a server is not accused that %s', async (_, habits) => {
  expect(await violations(habits)).toEqual([]);
});

test.each<readonly [string, Partial<Habits>, string]>([
  [
    'changes what was sent within a wrapper',
    { keeps: (one) => ({ ...one, title: `${one.title}!` }) },
    'created.echoed createArticle',
  ],
  ['does not find what it has created', { findsBySlug: false }, 'created.readable createArticle'],
  ['serves whoever has no key', { unlisted: { ...unlisted, keyless: 200 } }, 'credentials.required listArticles'],
  [
    'loses what it has created from a list that says it is whole',
    { page: { most: 100, says: 'next' }, lists: ({ title }) => title === 'First' },
    'created.listed createArticle',
  ],
  ['shows a number as a text', { keeps: (one) => ({ ...one, words: 'many' }) }, 'reply.schema createArticle'],
])('a server is caught that %s', async (_, habits, expected) => {
  expect((await violations(habits)).filter((one) => one.startsWith(expected))).not.toEqual([]);
});
