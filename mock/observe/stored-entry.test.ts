import { loadContract } from '../../openapi/contract';
import { editedDocument } from '../testing/edited';
import { withKeptBodies } from '../world/rules/journal-entry';
import { entry as entryWith, newEntry } from '../world/testing/entries';
import { knownOf } from '../world/testing/known';
import { createPresenter, createStoredEntry } from './recorded';
import { createSecrets } from './secrets';

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

test('what asks for tokens and what gives them is stored and shown without credentials, and other bodies as they are', async () => {
  const contract = await loadContract(
    editedDocument((document) => {
      const flows = { password: { tokenUrl: '/v1/pets', scopes: {} } };
      document.components.securitySchemes = { tokens: { type: 'oauth2', flows } };
      document.security = [{ tokens: [] }];
    }),
  );
  const secrets = createSecrets(contract, knownOf('known-value'));
  const stored = createStoredEntry(secrets);
  const present = createPresenter(secrets);
  const bodies = (operationId: string, requestBody: string, responseBody: string) => {
    const some = { operationId, requestBody: Buffer.from(requestBody), responseBody };
    const kept = stored(withKeptBodies(newEntry(some)));
    const shown = present(entryWith(some));
    expect([String(kept.requestBody), kept.responseBody]).toEqual([shown.request.body, shown.response.body]);
    return [shown.request.body, shown.response.body];
  };
  const form =
    'grant_type=password&username=ann&password=s3cret&client%5Fsecret=s3cret&code=s3cret&client_id=known-value';
  expect(bodies('createPet', form, '{"access_token":"s3cret","expires_in":9007199254740993,"scope":"a"}')).toEqual([
    'grant_type=password&username=ann&password=hidden&client%5Fsecret=hidden&code=hidden&client_id=hidden',
    '{"access_token":"hidden","expires_in":9007199254740993,"scope":"a"}',
  ]);
  expect(bodies('createPet', '{"a":[{"clientSecret":"s3cret"}],"user":"ann"}', '{"id_token":"s3cret')).toEqual([
    '{"a":[{"clientSecret":"hidden"}],"user":"ann"}',
    'hidden',
  ]);
  const other = newEntry({ operationId: 'listPets', requestBody: Buffer.from(form), responseBody: '{"code":"open"}' });
  expect(stored(withKeptBodies(other))).toMatchObject({ requestBody: form, responseBody: '{"code":"open"}' });
});
