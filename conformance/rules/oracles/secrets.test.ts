import { contractOf } from '../../../openapi/contract/testing/documents';
import { exchangeOf } from '../../testing/exchange';
import type { History } from '../rule';
import { secretsHidden } from './secrets';

const KEY = 'demo-key-0123456789';

/** What is wrong with a reply that tells of the key it was asked with. */
async function judged(description: string, body: object) {
  const schema = { type: 'object', properties: { role: { type: 'string' } } };
  const contract = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Keys', version: '1' } },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    security: [{ key: [] }],
    paths: {
      '/me': {
        get: {
          ...{ operationId: 'getCredential', description },
          responses: { 200: { description: 'It.', content: { 'application/json': { schema } } } },
        },
      },
    },
  });
  const headers = { 'content-type': 'application/json' };
  const exchange = exchangeOf(contract, { operation: 'getCredential', status: 200, headers, body });
  const target = { credentials: [KEY] };
  return secretsHidden
    .judge({ exchange, contract, target } as unknown as { exchange: typeof exchange } & History)
    ?.map(({ key }) => key);
}

test('what is about keys may show one, unless words say that it never does', async () => {
  const shown = { role: 'full', key: KEY };
  expect(await judged('Describes the credential.', shown)).toEqual([]);
  expect(await judged('Describes the credential. The credential itself is never repeated.', shown)).toEqual([
    'credential /key',
  ]);
  expect(await judged('The credential itself is never repeated.', { role: 'full' })).toEqual([]);
});
