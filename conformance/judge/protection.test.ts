import type { Contract } from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import { withAdopted } from '../exchange/adopted';
import { exchangeOf, type Told } from '../testing/exchange';
import { createJudge } from './judge';

const CREDENTIAL = 'tk-4gPq8sXw2LrB';
const TARGET = { baseUrl: '', plan: undefined, limitPlan: undefined, exclusive: false, credentials: [CREDENTIAL] };
const TEXT = { type: 'string' };
const JSON_TYPE = { 'content-type': 'application/json' };

let contract: Contract;
beforeAll(async () => {
  const tagged = { headers: { ETag: { schema: { type: 'string' } } } };
  const card = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
  const secret = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      pin: { type: 'string', writeOnly: true },
      hint: { type: 'string', description: 'Never returned.' },
      inner: {
        type: 'array',
        items: {
          oneOf: [{ type: 'object', required: ['code'], properties: { code: { type: 'string', writeOnly: true } } }],
        },
      },
    },
  };
  const content = { 'application/json': { schema: card } };
  const shown = { description: 'It.', ...tagged, content };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  contract = await contractOf({
    openapi: '3.1.0',
    info: { title: 'Cards', version: '1' },
    paths: {
      '/cards': {
        get: {
          operationId: 'list',
          responses: {
            200: {
              description: 'All.',
              headers: { 'X-Request-Id': { schema: { type: 'string' } } },
              content: { 'application/json': { schema: { type: 'array', items: card } } },
            },
          },
        },
        post: {
          operationId: 'add',
          requestBody: { content },
          responses: {
            201: {
              ...shown,
              headers: { ...tagged.headers, Location: { description: 'Where the new record is.', schema: {} } },
            },
          },
        },
      },
      '/cards/{id}/print': {
        parameters: [id],
        get: {
          operationId: 'print',
          responses: { 200: { description: 'It.', content: { 'text/plain': { schema: { type: 'string' } } } } },
        },
      },
      '/cards/{id}': {
        parameters: [id],
        get: { operationId: 'get', responses: { 200: shown, 304: { description: 'It is the same.' } } },
        patch: {
          operationId: 'patch',
          requestBody: { content: { 'application/json': { schema: secret } } },
          responses: {
            200: { description: 'It.', content: { 'application/json': { schema: secret } } },
            400: { description: 'No.', content: { 'application/json': { schema: {} } } },
          },
        },
        put: { operationId: 'put', requestBody: { content }, responses: { 200: shown, 412: { description: 'No.' } } },
      },
    },
  });
});

/** What the judge finds in exchanges one after the other: the rules, and what was seen. */
function found(...told: readonly Told[]): readonly string[] {
  const judge = createJudge(contract, TARGET, {
    ...{
      checks: ['conditional', 'secrets', 'created.location', 'reply.own-id'],
      excludedChecks: [],
      operations: [],
      excludeDeprecated: false,
    },
  });
  for (const [index, one] of told.entries()) judge.observe({ ...exchangeOf(contract, one), number: index + 1 });
  return judge.findings().map(({ check, key }) => `${check} ${key}`);
}

const one = (name: string, tag: string, more: Partial<Told> = {}): Told => ({
  operation: 'get',
  ...{ parts: { path: { id: 'c1' } }, headers: { ...JSON_TYPE, etag: tag }, body: { id: 'c1', name } },
  ...more,
});
const asking = (tags: string) => ({ parts: { path: { id: 'c1' }, headers: { 'if-none-match': tags } } });
const put = (name: string, tag: string): Told => ({
  ...one(name, tag),
  operation: 'put',
  parts: { path: { id: 'c1' }, body: { name } },
});

test.each<readonly [string, readonly Told[], readonly string[]]>([
  ['stays with what is the same', [one('a', '"1"'), one('a', '"1"')], []],
  ['is another for the same', [one('a', '"1"'), one('a', '"2"')], ['conditional.tag another']],
  ['may be another after a change of the same to the same', [one('a', '"1"'), put('a', '"2"'), one('a', '"2"')], []],
  ['is the same for something else', [one('a', '"1"'), one('b', '"1"')], ['conditional.tag the same']],
  ['is weak, and may be so for what the server counts as the same', [one('a', 'W/"1"'), one('b', 'W/"1"')], []],
  [
    'is weak, and not so after a change',
    [one('a', 'W/"1"'), put('b', 'W/"1"'), one('b', 'W/"1"')],
    ['conditional.tag the same'],
  ],
  [
    'is that of before in the reply to a change',
    [one('a', '"1"'), put('b', '"1"'), one('b', '"2"')],
    ['conditional.tag another'],
  ],
  [
    'may stand for the record without what is put into it',
    ['a', 'b'].map((name) => one(name, '"1"', { parts: { path: { id: 'c1' }, query: { expand: 'owner' } } })),
    [],
  ],
  ['has no quotes', [one('a', 'abc')], ['conditional.tag form']],
])('an entity tag %s', (_, told, keys) => {
  expect(found(...told)).toEqual(keys);
});

test.each<readonly [string, Told, readonly string[]]>([
  ['with the tag of what is there', one('a', '"1"', { ...asking('"0", W/"1"'), status: 304, body: '' }), []],
  ['with another', one('a', '"1"', { ...asking('"0"'), status: 304, body: '' }), ['conditional.not-modified another']],
  ['with none', one('a', '"1"', { status: 304, body: '' }), ['conditional.not-modified unasked']],
  [
    'and has no tag',
    { ...one('a', ''), ...asking('"1"'), headers: {}, status: 304, body: '' },
    ['conditional.not-modified no tag'],
  ],
])('a 304 answers a request %s', (_, told, keys) => {
  expect(found(told)).toEqual(keys);
});

test.each<readonly [string, Told, readonly string[]]>([
  ['which it has', one('a', '"1"', asking('W/"1"')), ['conditional.not-modified sent again']],
  ['by any tag', one('a', '"1"', asking('*')), ['conditional.not-modified sent again']],
  ['which it has not', one('a', '"2"', asking('"1"')), []],
])('a client is sent the representation %s', (_, told, keys) => {
  expect(found(told)).toEqual(keys);
});

const patch = (sent: object, status: number, body: unknown, headers = {}): Told => ({
  ...{ operation: 'patch', parts: { path: { id: 'c1' }, body: sent }, status },
  ...{ headers: { ...JSON_TYPE, ...headers }, body },
});
const SENT = { name: 'Rex', pin: 'Qx7-Wv9', inner: [{ code: 'Zr5-Kp2' }] };

test.each<readonly [string, Told, readonly string[]]>([
  ['in no reply', patch(SENT, 200, { name: 'Rex', inner: [{ code: null }] }), []],
  ['in a member', patch(SENT, 200, { pin: 'Qx7-Wv9' }), ['secrets.hidden /pin']],
  ['at any depth', patch(SENT, 200, { inner: [{}, { code: 'x1' }] }), ['secrets.hidden /inner/*/code']],
  ['by words beside a member', patch({ name: 'Rex' }, 200, { hint: 'a dog' }), ['secrets.hidden /hint']],
  ['by a member that had the same text before', patch({ pin: 'constructor' }, 200, { name: 'constructor' }), []],
  [
    'by a member that was sent with it in a longer text',
    patch({ pin: 'Qx7-Wv9 it', name: 'A Qx7-Wv9 it!' }, 200, { name: 'A Qx7-Wv9 it!' }),
    [],
  ],
  [
    'by its name, where nothing like it is said to be there',
    one('a', '"1"', { body: { id: 'c1', pin: 'Q7' } }),
    ['secrets.hidden /pin'],
  ],
  ['masked, where nothing like it is said to be there', one('a', '"1"', { body: { id: 'c1', pin: '***' } }), []],
  ['in a refusal', patch(SENT, 400, { message: 'Not Qx7-Wv9.' }), ['secrets.hidden /message']],
  ['in another part of a word', patch(SENT, 400, { message: 'Not Qx7-Wv99.' }), []],
  ['in a header', patch(SENT, 200, {}, { 'x-debug': 'Zr5-Kp2' }), ['secrets.hidden header x-debug']],
  ['as a credential', patch({}, 400, { message: `No ${CREDENTIAL}!` }), ['secrets.hidden credential /message']],
  [
    'as a credential that is wrong by a character',
    patch({}, 400, { message: `No ${CREDENTIAL}7` }),
    ['secrets.hidden credential /message'],
  ],
  ['as what only begins like the credential', patch({}, 400, { message: `No ${CREDENTIAL.slice(0, 9)}…` }), []],
])('a secret is shown %s', (_, told, keys) => {
  expect(found(told)).toEqual(keys);
});

test('a mask shows nothing, and is told as a warning', () => {
  const judge = createJudge(contract, TARGET, {
    ...{ checks: ['secrets'], excludedChecks: [], operations: [], excludeDeprecated: false },
  });
  judge.observe(exchangeOf(contract, patch({}, 200, { pin: '****' })));
  expect(judge.findings().map(({ outcome }) => outcome)).toEqual(['warn']);
});

test('a new record has a location where the document says what that is', () => {
  const bare = { parts: { body: { name: 'Rex' } }, status: 201, headers: JSON_TYPE, body: { id: 'c1', name: 'Rex' } };
  expect(found({ operation: 'add', ...bare })).toEqual(['created.location missing']);
  expect(found({ operation: 'add', ...bare, headers: { ...JSON_TYPE, location: '/cards/c1' } })).toEqual([]);
});

const made = (Location: string): Told => ({
  ...{ operation: 'add', parts: { body: { name: 'Rex' } }, status: 201 },
  ...{ headers: { ...JSON_TYPE, location: Location }, body: { id: 'c1', name: 'Rex' } },
});

test.each([
  ['/cards/c1', []],
  ['cards/c1', []],
  ['http://server.example/cards/c1', []],
  ['https://elsewhere.example/c1', []],
  ['/cards/c2', ['created.location another']],
  ['/cards', ['created.location elsewhere']],
  ['/v2/cards/c1', ['created.location elsewhere']],
  ['/cards/c1/print', ['created.location elsewhere']],
])('of a new record the location %s is judged', (Location, keys) => {
  expect(found(made(Location))).toEqual(keys);
});

test('the id of a request is that of no other, unless the client has named it', () => {
  const list = (id: string, sent?: string): Told => ({
    ...{ operation: 'list', headers: { ...JSON_TYPE, 'x-request-id': id }, body: [] },
    ...(sent === undefined ? {} : { parts: { headers: { 'x-request-id': sent } } }),
  });
  expect(found(list('1'), list('2'))).toEqual([]);
  expect(found(list('1'), list('2'), list('1'))).toEqual(['reply.own-id X-Request-Id']);
  expect(found(list('1'), list('1', '1'))).toEqual([]);
});

test('of what is made below another record neither list is the location', async () => {
  const card = { type: 'object', required: ['id', 'name'], properties: { id: TEXT, name: TEXT } };
  const shows = (schema: object) => ({ description: 'It.', content: { 'application/json': { schema } } });
  const below = withAdopted(
    await contractOf({
      ...{ openapi: '3.1.0', info: { title: 'Boxes', version: '1' } },
      components: { schemas: { Card: card } },
      paths: {
        '/boxes/{boxId}/cards': {
          parameters: [{ name: 'boxId', in: 'path', required: true, schema: TEXT }],
          post: {
            operationId: 'put',
            requestBody: { content: { 'application/json': { schema: card } } },
            responses: {
              201: {
                ...shows({ $ref: '#/components/schemas/Card' }),
                headers: { Location: { description: 'URL of the new card, absolute or relative.', schema: TEXT } },
              },
            },
          },
        },
        '/cards': {
          get: { responses: { 200: shows({ type: 'array', items: { $ref: '#/components/schemas/Card' } }) } },
        },
        '/cards/{cardId}': {
          parameters: [{ name: 'cardId', in: 'path', required: true, schema: TEXT }],
          get: { responses: { 200: shows({ $ref: '#/components/schemas/Card' }) } },
        },
      },
    }),
  );
  const keys = (location: string): readonly string[] => {
    const judge = createJudge(below, TARGET, {
      ...{ checks: ['created.location'], excludedChecks: [], operations: [], excludeDeprecated: false },
    });
    const told = { operation: 'put', parts: { path: { boxId: 'b1' }, body: { name: 'Rex' } }, status: 201 };
    const body = { id: 'c1', name: 'Rex' };
    judge.observe(exchangeOf(below, { ...told, headers: { ...JSON_TYPE, location }, body }));
    return judge.findings().map(({ key }) => key);
  };
  expect(keys('/cards/c1')).toEqual([]);
  expect([keys('/cards'), keys('/boxes/b1/cards'), keys('/cards/c2')]).toEqual([
    ['elsewhere'],
    ['elsewhere'],
    ['another'],
  ]);
});
