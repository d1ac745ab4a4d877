import { BEARER, credentialsOf, hasPath, summarise, UNKNOWN_CONTRACT } from './page/model/contract';

test('operations are found in the order of the document, and nothing else counts as one', () => {
  const document = {
    paths: {
      '/a': { post: { operationId: 'createA' }, get: { operationId: 'listA' }, parameters: [{ operationId: 'no' }] },
      '/b': { delete: {}, put: { operationId: 7 } },
    },
  };
  expect(summarise(document).operations.map(({ id }) => id)).toEqual(['listA', 'createA']);
});

test.each([
  [{ type: 'http', scheme: 'bearer' }, BEARER],
  [{ type: 'oauth2', flows: {} }, BEARER],
  [
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    { in: 'header', parameter: 'X-Key', prefix: '' },
  ],
  [
    { type: 'http', scheme: 'basic' },
    { in: 'header', parameter: 'Authorization', prefix: 'Basic ' },
  ],
  [
    { type: 'http', scheme: 'Token' },
    { in: 'header', parameter: 'Authorization', prefix: 'Token ' },
  ],
  [
    { type: 'apiKey', in: 'query', name: 'key' },
    { in: 'query', parameter: 'key', prefix: '' },
  ],
  [
    { type: 'apiKey', in: 'cookie', name: 'key' },
    { in: 'cookie', parameter: 'key', prefix: '' },
  ],
])('with the security scheme %j a key is sent as %j', (scheme, credential) => {
  const document = {
    security: [{ key: [] }],
    paths: { '/a': { get: { operationId: 'readA' } } },
    components: { securitySchemes: { key: scheme, unused: { type: 'apiKey', in: 'query', name: 'unused' } } },
  };
  expect(summarise(document)).toEqual({
    operations: [{ id: 'readA', credentials: [credential] }],
    credentials: [credential],
    paths: ['/a'],
  });
});

test("an operation takes any one credential of its own security, or of the document's", () => {
  const field = { in: 'header', parameter: 'X-Key', prefix: '' };
  const contract = summarise({
    security: [{ bearer: [] }],
    paths: {
      '/a': {
        get: { operationId: 'both', security: [{ bearer: [] }, { field: [] }] },
        put: { operationId: 'documents' },
        post: { operationId: 'open', security: [] },
        patch: { operationId: 'optional', security: [{ field: [] }, {}] },
      },
    },
    components: {
      securitySchemes: { bearer: { type: 'http' }, field: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    },
  });
  const taken = (id: string | null) => credentialsOf(contract, id);
  expect(['both', 'documents', 'open', 'optional'].map(taken)).toEqual([[BEARER, field], [BEARER], [], [field]]);
  expect(taken(null)).toEqual([BEARER, field]);
  expect(credentialsOf(UNKNOWN_CONTRACT, 'both')).toEqual([BEARER]);
});

test.each([undefined, null, 'text', 7, [], { paths: null, components: [] }, { paths: { '/a': null } }])(
  'of %j nothing is known',
  (document) => {
    expect(summarise(document)).toMatchObject({ operations: [], credentials: [] });
  },
);

test.each([
  ['/v1', ['/docs/'], false],
  ['', ['/docs/'], true],
  ['/docs', ['/{page}', '/'], true],
  ['', ['/{page}/'], true],
  ['', ['/{page}', '/{page}/{part}/', '/doc?s/', '/d.cs/'], false],
])('under %j the paths %j have /docs/: %s', (prefix, paths, expected) => {
  expect(hasPath({ ...UNKNOWN_CONTRACT, paths }, prefix, '/docs/')).toBe(expected);
});
