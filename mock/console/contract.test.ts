import { hasPath, summarise, UNKNOWN_CONTRACT } from './page/model/contract';
import { type JsonObject, readJson } from './page/model/json';
import { operationsIn, samplesOf } from './page/panels/samples';

test('operations are found in the order of the document, and nothing else counts as one', () => {
  const { operations } = summarise({
    paths: {
      '/a': { post: { operationId: 'createA' }, get: { operationId: 'listA' }, parameters: [{ operationId: 'no' }] },
      '/b': { delete: {}, put: { operationId: true } },
    },
  });
  expect(operations.map(({ id }) => id)).toEqual(['listA', 'createA']);
});

test.each(['null', '"text"', '7', '[]', '{"paths":null,"components":[]}', '{"paths":{"/a":null}}'])(
  'of %s nothing is known',
  (text) => {
    expect(summarise(readJson(text))).toMatchObject({ operations: [], credentials: [] });
  },
);

test.each([
  ['/v1', ['/docs/'], false],
  ['', ['/docs/'], true],
  ['/docs', ['/{page}', '/'], true],
  ['', ['/{page}/'], true],
  ['', ['/{page}', '/{page}/{part}/', '/doc?s/', '/d.cs/'], false],
])('under %j the paths %j have /docs/: %s', (prefix, paths, expected) => {
  expect(hasPath({ ...UNKNOWN_CONTRACT, paths, prefix }, '/docs/')).toBe(expected);
});

describe('the form for faults shows what requests of the contract have', () => {
  const text = { schema: { type: 'string' } };
  const document: JsonObject = {
    paths: {
      '/a': { get: { operationId: 'list', responses: { 200: { content: { 'text/csv': text } } } } },
      '/a/{b}': {
        parameters: [{ name: 'b', in: 'path', example: 'c/d' }],
        get: { operationId: 'read', parameters: [{ name: 'X-E', in: 'header', example: 'f' }] },
        put: {
          operationId: 'write',
          parameters: [{ name: 'g', in: 'query', schema: { enum: ['h', 'i'] } }],
          requestBody: { content: { 'application/json': { example: { j: { k: true }, l: 'm' } } } },
        },
      },
    },
  };

  test.each([
    ['', ['/a/c%2Fd or /a/*', 'g=h', 'X-E: f', '{ "j": { "k": true } }']],
    ['list', ['/a', '', 'Accept: text/csv', '']],
    ['write', ['/a/c%2Fd or /a/*', 'g=h', '', '{ "j": { "k": true } }']],
    ['none', ['', '', '', '']],
  ])('of the operation "%s" %j', (operationId, expected) => {
    const { path, query, sentHeaders, sentBody } = samplesOf(document, operationsIn(document), operationId);
    expect([path, query, sentHeaders, sentBody]).toEqual(expected);
  });
});
