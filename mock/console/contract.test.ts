import { hasPath, summarise, UNKNOWN_CONTRACT } from './page/model/contract';
import { readJson } from './page/model/json';

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
  expect(hasPath({ ...UNKNOWN_CONTRACT, paths }, prefix, '/docs/')).toBe(expected);
});
