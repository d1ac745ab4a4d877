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

test('what is said of a part of a member is said of no other part, also where that may be null', async () => {
  const account = { type: 'object', properties: { holder: { type: 'string' } } };
  const judgedAs = async (bank: object, description: string) => {
    const schema = { type: 'object', properties: { bank: { ...bank, description } } };
    const response = { description: 'It.', content: { 'application/json': { schema } } };
    const contract = await contractOf({
      ...{ openapi: '3.1.0', info: { title: 'Banks', version: '1' } },
      paths: { '/me': { get: { operationId: 'getMe', responses: { 200: response } } } },
    });
    const headers = { 'content-type': 'application/json' };
    const body = { bank: { holder: 'Ann' } };
    const exchange = exchangeOf(contract, { operation: 'getMe', status: 200, headers, body });
    return secretsHidden
      .judge({ exchange, contract, target: {} } as unknown as { exchange: typeof exchange } & History)
      ?.map(({ key }) => key);
  };
  const nullable = { oneOf: [account, { type: 'null' }] };
  for (const bank of [account, nullable]) {
    expect(await judgedAs(bank, 'For repayments; the IBAN itself is never shown.')).toEqual([]);
    expect(await judgedAs(bank, 'Never shown.')).toHaveLength(1);
  }
});

test.each([
  ['The key. Shown only here.', 'Makes one.', ['/0/secret']],
  ['The key.', 'Makes one. The `secret` is in this response only.', ['/0/secret']],
  ['The key.', 'Makes one.', []],
])('what is shown once is in no list: %s %s', async (said, description, keys) => {
  const made = {
    type: 'object',
    properties: { id: { type: 'string' }, secret: { type: 'string', description: said } },
  };
  const shown = { type: 'object', properties: { id: { type: 'string' } } };
  const as = (schema: object) => ({ description: 'It.', content: { 'application/json': { schema } } });
  const contract = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Keys', version: '1' } },
    paths: {
      '/keys': {
        get: { operationId: 'list', responses: { 200: as({ type: 'array', items: shown }) } },
        post: { operationId: 'make', description, responses: { 201: as(made) } },
      },
    },
  });
  const headers = { 'content-type': 'application/json' };
  const exchange = exchangeOf(contract, { operation: 'list', headers, body: [{ id: 'k', secret: 'abcdefghijkl' }] });
  const found = secretsHidden.judge({ exchange, contract, target: {} } as unknown as {
    exchange: typeof exchange;
  } & History);
  expect(found?.map(({ key }) => key.replace('*', '0'))).toEqual(keys);
});

test('a line of a file shows what comes in requests alone as little as a column does', async () => {
  const sent = { type: 'object', properties: { name: { type: 'string' }, pin: { type: 'string', writeOnly: true } } };
  const contract = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Files', version: '1' } },
    paths: {
      '/orders': {
        post: {
          ...{ operationId: 'make', responses: { 201: { description: 'It.' } } },
          requestBody: { content: { 'application/json': { schema: sent } } },
        },
      },
      '/file': {
        get: {
          operationId: 'file',
          responses: { 200: { description: 'It.', content: { 'application/x-ndjson': {} } } },
        },
      },
    },
  });
  const judgedFor = (lines: string) => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const exchange = exchangeOf(contract, { operation: 'file', status: 200, headers, body: lines });
    return secretsHidden
      .judge({ exchange, contract, target: {} } as unknown as { exchange: typeof exchange } & History)
      ?.map(({ key }) => key);
  };
  expect(judgedFor('{"name":"a"}\n{"name":"b","of":{"pin":"****"}}\n')).toEqual([]);
  expect(judgedFor('{"name":"a"}\n{"name":"b","of":{"pin":"1234"}}\n')).toEqual(['line pin']);
});
