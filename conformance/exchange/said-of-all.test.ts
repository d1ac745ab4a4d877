import { contractOf } from '../../openapi/contract/testing/documents';
import { precedes, refusalOrder, saysNoKeyInQuery } from './said-of-all';

const saying = (description: string, ofScheme = '') =>
  contractOf({
    openapi: '3.0.3',
    info: { title: 'Desks', version: '1', description },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key', description: ofScheme } } },
    paths: { '/desks': { get: { responses: { 200: { description: 'Done.' } } } } },
  });

const saidBy = async (description: string, ofScheme = ''): Promise<boolean> =>
  saysNoKeyInQuery(await saying(description, ofScheme));

test.each([
  ['When several things are wrong the order is: credential (401), role (403), body (422), state (409). A 404 is else.'],
  [
    'Requests are checked in this order:\n\n1. the key (401)\n2. the role (403)\n3. the body (422)\n4. the state (409)\n\nA 404 too.',
  ],
])('%s', async (words) => {
  const contract = await saying(words);
  expect(refusalOrder(contract)).toEqual([401, 403, 422, 409]);
  expect(precedes(contract, 422, 409)).toBe(true);
  expect(precedes(contract, 409, 422)).toBe(false);
  expect(precedes(contract, 404, 409)).toBe(false);
});

test.each(['Lists are in the order of their making; 400, 404 and 422 are refusals.', 'A 401, a 403 or a 404.'])(
  '%s states no order',
  async (words) => {
    expect(refusalOrder(await saying(words))).toEqual([]);
  },
);

test.each([
  'A credential is taken from these headers only, never from the query.',
  'API keys are not accepted in the query string.',
  'A token in the URL is ignored.',
  'Keys are accepted only in the header.',
])('%s', async (words) => {
  expect(await saidBy(words)).toBe(true);
});

test.each([
  'A query parameter that is not known is refused.',
  'Do not put your key into a URL that others see.',
  'Send the key in the header X-Key.',
])('%s says nothing of keys in a query', async (words) => {
  expect(await saidBy(words)).toBe(false);
});

test('a scheme may say it of itself', async () => {
  expect(await saidBy('', 'Never read from the query.')).toBe(true);
});
