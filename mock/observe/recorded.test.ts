import { type Contract, loadContract } from '../../openapi/contract';
import type { RecordedRequest } from '../../openapi/types/control';
import { editedDocument } from '../testing/edited';
import { withKeptBodies } from '../world/rules/journal-entry';
import type { NewEntry } from '../world/stores/journal';
import { entry, newEntry } from '../world/testing/entries';
import { knownOf } from '../world/testing/known';
import { createPresenter, createStoredEntry } from './recorded';
import { createSecrets } from './secrets';

let contract: Contract;
const present = (some: Partial<NewEntry>): RecordedRequest =>
  createPresenter(createSecrets(contract, knownOf()))(entry(some));

beforeAll(async () => {
  contract = await loadContract(
    editedDocument((document) => {
      document.components.securitySchemes = { inQuery: { type: 'apiKey', in: 'query', name: 'key' } };
      document.security = [{ inQuery: [] }];
    }),
  );
});

describe('a recorded request', () => {
  it('is shown with everything except its credentials', () => {
    const shown = present({
      ...{ at: Date.UTC(2026, 2, 1, 12), milliseconds: 1.234_567_8, method: 'POST', path: '/v1/a%20b' },
      ...{ query: 'x=%31&key=s3cret', operationId: 'makeThing', keyName: 'free', status: 201, faultId: '3' },
      requestHeaders: ['Host', 'a', 'Authorization', 'Bearer s3cret', 'X-Two', '1', 'X-Two', '2', 'Cookie', 's3cret'],
      requestBody: Buffer.from('{"name":"Réx"}'),
      responseHeaders: ['Set-Cookie', 'id=s3cret', 'Content-Type', 'application/json'],
      responseBody: '{"id":1}',
    });
    expect(shown).toEqual({
      ...{ id: 1, at: '2026-03-01T12:00:00.000Z', durationMs: 1.235, method: 'POST', path: '/v1/a%20b' },
      ...{ query: 'x=%31&key=hidden', operationId: 'makeThing', key: 'free', status: 201, fault: '3' },
      request: {
        headers: [
          { name: 'Host', value: 'a' },
          { name: 'Authorization', value: 'Bearer hidden' },
          { name: 'X-Two', value: '1' },
          { name: 'X-Two', value: '2' },
          { name: 'Cookie', value: 'hidden' },
        ],
        body: '{"name":"Réx"}',
        truncated: false,
      },
      response: {
        headers: [
          { name: 'Set-Cookie', value: 'hidden' },
          { name: 'Content-Type', value: 'application/json' },
        ],
        body: '{"id":1}',
        truncated: false,
      },
    });
    expect(JSON.stringify(shown)).not.toContain('s3cret');
  });

  it('has null for what is missing', () => {
    const { operationId, key, status, fault, request, response } = present({ status: undefined });
    expect([operationId, key, status, fault, request.body, response.body]).toEqual(Array(6).fill(null));
  });

  it.each<[string, Buffer, string | null, boolean]>([
    ['an empty body', Buffer.alloc(0), null, false],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'a\u{fffd}b', false],
    ['a byte order mark', Buffer.from('\u{feff}a'), '\u{feff}a', false],
    ['a character at whose middle it was cut', Buffer.from(`${'x'.repeat(65_535)}é!`), 'x'.repeat(65_535), true],
  ])('shows %s', (_, requestBody, body, truncated) => {
    const { request } = present({ requestBody });
    expect(request).toEqual({ headers: [], body, truncated });
  });

  it('says that the body of the reply is longer', () => {
    const { response } = present({ responseBody: 'x'.repeat(70_000) });
    expect(response).toEqual({ headers: [], body: 'x'.repeat(65_536), truncated: true });
  });
});

test('an entry is stored without the credentials that its request carries, and with all else', () => {
  const stored = createStoredEntry(createSecrets(contract, knownOf('known-value')));
  const kept = withKeptBodies(
    newEntry({
      ...{ path: '/v1/known-value', query: 'x=%31&key=s3cret&y=known-value', operationId: 'listPets', status: 404 },
      requestHeaders: ['Host', 'a', 'Authorization', 'Bearer s3cret', 'X-Odd', 'a known-value', 'Cookie', 's3cret'],
      requestBody: Buffer.from('{"name":"known-value"}'),
      responseHeaders: ['set-Cookie', 'id=s3cret', 'Content-Type', 'application/json'],
      responseBody: '{"id":1}',
    }),
  );
  const expected = {
    ...kept,
    ...{ path: '/v1/hidden', query: 'x=%31&key=hidden&y=hidden' },
    requestHeaders: ['Host', 'a', 'Authorization', 'Bearer hidden', 'X-Odd', 'a hidden', 'Cookie', 'hidden'],
    responseHeaders: ['set-Cookie', 'hidden', 'Content-Type', 'application/json'],
  };
  expect(stored(kept)).toEqual(expected);
  // What is remembered of headers is not confused, and gives way where there is too much of it.
  for (let nth = 0; nth < 1500; nth += 1) {
    const headers = ['X-Odd', `known-value ${nth}`, 'Cookie', `${nth}`];
    expect(stored({ ...kept, requestHeaders: headers }).requestHeaders).toEqual([
      ...['X-Odd', `hidden ${nth}`],
      ...['Cookie', 'hidden'],
    ]);
  }
  expect(stored(kept)).toEqual(expected);
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
    const entryStored = stored(withKeptBodies(newEntry(some)));
    const shown = present(entry(some));
    expect([String(entryStored.requestBody), entryStored.responseBody]).toEqual([
      shown.request.body,
      shown.response.body,
    ]);
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
