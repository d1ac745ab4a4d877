import { contractOf } from '../../openapi/contract/testing/documents';
import { saysNoKeyInQuery } from './said-of-all';

const saidBy = async (description: string, ofScheme = ''): Promise<boolean> =>
  saysNoKeyInQuery(
    await contractOf({
      openapi: '3.0.3',
      info: { title: 'Desks', version: '1', description },
      components: {
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key', description: ofScheme } },
      },
      paths: { '/desks': { get: { responses: { 200: { description: 'Done.' } } } } },
    }),
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
