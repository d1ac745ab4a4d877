import { loadContract } from '../../openapi/contract';
import { editedDocument } from '../testing/edited';
import { withKeptBodies } from '../world/rules/kept-bodies';
import { newEntry } from '../world/testing/entries';
import { knownOf } from '../world/testing/known';
import { createSecrets } from './secrets';
import { createStoredEntry } from './stored-entry';

test('an entry is stored without the credentials that its request carries, and with all else', async () => {
  const contract = await loadContract(
    editedDocument((document) => {
      document.components.securitySchemes = { inQuery: { type: 'apiKey', in: 'query', name: 'key' } };
      document.security = [{ inQuery: [] }];
    }),
  );
  const stored = createStoredEntry(createSecrets(contract, knownOf('known-value')));
  const entry = withKeptBodies(
    newEntry({
      ...{ path: '/v1/known-value', query: 'x=%31&key=s3cret&y=known-value', operationId: 'listPets', status: 404 },
      requestHeaders: ['Host', 'a', 'Authorization', 'Bearer s3cret', 'X-Odd', 'a known-value', 'Cookie', 's3cret'],
      requestBody: Buffer.from('{"name":"known-value"}'),
      responseHeaders: ['set-Cookie', 'id=s3cret', 'Content-Type', 'application/json'],
      responseBody: '{"id":1}',
    }),
  );
  const expected = {
    ...entry,
    ...{ path: '/v1/hidden', query: 'x=%31&key=hidden&y=hidden' },
    requestHeaders: ['Host', 'a', 'Authorization', 'Bearer hidden', 'X-Odd', 'a hidden', 'Cookie', 'hidden'],
    responseHeaders: ['set-Cookie', 'hidden', 'Content-Type', 'application/json'],
  };
  expect(stored(entry)).toEqual(expected);
  // What is remembered of headers is not confused, and gives way where there is too much of it.
  for (let nth = 0; nth < 1500; nth += 1) {
    const headers = ['X-Odd', `known-value ${nth}`, 'Cookie', `${nth}`];
    expect(stored({ ...entry, requestHeaders: headers }).requestHeaders).toEqual([
      ...['X-Odd', `hidden ${nth}`],
      ...['Cookie', 'hidden'],
    ]);
  }
  expect(stored(entry)).toEqual(expected);
});
