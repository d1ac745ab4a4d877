import type { Operation } from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import { toRequest } from '../requests/request';
import { hasHalfPair, queryOf } from './query';

const parameter = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });
const [text, integer] = [{ type: 'string' }, { type: 'integer', minimum: 1 }];

let operation: Operation;
beforeAll(async () => {
  const parameters = [
    parameter('limit', integer),
    parameter('any', {}),
    parameter('tags', { type: 'array', items: integer }),
    parameter('rows', { type: 'array', items: integer }, { explode: false }),
    parameter('at', { type: 'object', properties: { x: integer } }, { style: 'deepObject' }),
    parameter('spread', { type: 'object', properties: { from: integer, to: integer } }),
    parameter('key', text),
  ];
  const { operations } = await contractOf({
    ...{ openapi: '3.0.3', info: { title: 'One', version: '1' } },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
    paths: { '/a': { get: { parameters, security: [{ key: [] }], responses: { 200: { description: 'Fine.' } } } } },
  });
  [operation] = operations as [Operation];
});

test.each<readonly [string, object | undefined]>([
  ['limit=7&any=a&key=secret', { limit: 7, any: 'a' }],
  ['tags=1&tags=2&rows=3,4', { tags: [1, 2], rows: [3, 4] }],
  ['at[x]=1&from=2&to=3', { at: { x: 1 }, spread: { from: 2, to: 3 } }],
  ...['limit=0', 'limit=1&limit=2', 'any=1&any=2', 'tags[]=1', 'limit[]=1', 'limit=1&limit[]=1', 'at[x]=0', 'no=1'].map(
    (query) => [query, undefined] as const,
  ),
])('the query %s means %j, or a server need not accept it', (query, values) => {
  const { isLawful, values: found } = queryOf({ operation, target: `/a?${query}`, headers: {} });
  expect(isLawful ? Object.fromEntries(found) : undefined).toEqual(values);
});

test.each([
  ['"a \\ud83d b"', true],
  ['"a \\uD83D"', true],
  ['"a \\udc15 b"', true],
  ['"a \\ud83d\\udc15 b"', false],
  ['"a \\ud83d\\udc15 \\ud83d"', true],
  ['"a \\u0052 b"', false],
  ['"a b"', false],
])('%s: half a surrogate pair or not', (rawBody, expected) => {
  expect(hasHalfPair(toRequest(operation, { rawBody }))).toBe(expected);
});
