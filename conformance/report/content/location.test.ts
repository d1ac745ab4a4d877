import { readFileSync } from 'node:fs';
import { loadContract, parseJson, SHIPPED_DOCUMENT } from '../../../openapi/contract';
import { growthOf, isLinear } from '../../../openapi/program/testing/growth';
import { documentLines } from './location';

const YAML = `# a comment
openapi: 3.1.0
paths:
  /a~b: &all
    get:
      responses:
        '200': {$ref: '#/components/responses/Ok'}
        404:
          description: Not here.
  "/c": *all
components: {responses: {Ok: {description: >-
  fine}, "a/b": {x: [1,
  {y: 2}]}}}
`;

const parsed = {
  paths: { '/a~b': { get: { responses: { '200': { $ref: '#/components/responses/Ok' }, '404': {} } } } },
  components: { responses: { Ok: {}, 'a/b': { x: [1, { y: 2 }] } } },
};

test.each([
  ['', 1],
  ['/paths', 3],
  ['/paths/~1a~0b/get', 5],
  ['/paths/~1a~0b/get/responses/200', 7],
  ['/paths/~1a~0b/get/responses/404/description', 9],
  ['/paths/~1a~0b/get/responses/404/content/none', 8],
  ['/paths/~1c', 10],
  ['/no/such/place', 1],
])('the place %j is line %d', (pointer, line) => {
  const text = YAML.replace(/\{responses: .*$/s, '{}\n');
  expect(documentLines({ text, json: parsed })(pointer)).toBe(line);
});

test('references are followed, and those in a circle end', () => {
  const text = `{"a": {"$ref": "#/b"},\n"b": {"$ref": "#/c%7Ed"},\r\n"c~d":\r\n {"e":\r\n  [0,\r\n   1]},\n"f": {"$ref": "#/f"}, "g": {"$ref": "x.yaml"}}`;
  const lineOf = documentLines({ text, json: parseJson(text.replace('#/c%7Ed', '#/c~0d')) });
  expect(['/a', '/a/e', '/a/e/1', '/b/e/0', '/f/x', '/g/x'].map(lineOf)).toEqual([1, 4, 6, 5, 7, 7]);
});

test('every reply of the shipped document is found', async () => {
  const { source, operations } = await loadContract(SHIPPED_DOCUMENT);
  const lines = readFileSync(SHIPPED_DOCUMENT, 'utf8').split('\n');
  const lineOf = documentLines(source);
  const found = operations.flatMap(({ replies }) =>
    replies.map(({ status, pointer }) => [`${status}`, lines[lineOf(pointer) - 1]?.trim()]),
  );
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(([status = '', line = '']) => line.replaceAll(/['":]|\s.*/g, '') !== status)).toEqual([]);
});

test('aliases in aliases cost no more than their text', () => {
  const growth = growthOf((size) => {
    const links = Array.from({ length: size }, (_, at) => `k${at + 1}: &k${at + 1} [*k${at}, *k${at}, *k${at}]`);
    const text = ['k0: &k0 [x]', ...links].join('\n');
    return () => expect(documentLines({ text, json: {} })(`/k${size}`)).toBe(size + 1);
  }, 500);
  expect(isLinear(growth)).toBe(true);
});
