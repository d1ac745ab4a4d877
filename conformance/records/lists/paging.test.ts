import type { Contract } from '../../../openapi/contract';
import { contractOf } from '../../../openapi/contract/testing/documents';
import { exchangeOf } from '../../testing/exchange';
import { mayHaveMore } from './paging';

const text = { type: 'string', nullable: true };
const integer = { type: 'integer' };
const cat = { type: 'object', properties: { id: integer } };
const told = {
  cats: { type: 'array', items: cat },
  ...{ next_cursor: text, has_more: { type: 'boolean' }, is_last: { type: 'boolean' }, total: integer, limit: integer },
};
const parameters = [{ name: 'cursor', in: 'query', schema: { type: 'string' } }];
const reply = {
  description: 'Cats.',
  headers: { Link: { schema: { type: 'string' } } },
  content: { 'application/json': { schema: { type: 'object', properties: told } } },
};

let contract: Contract;
beforeAll(async () => {
  contract = await contractOf({
    openapi: '3.0.3',
    info: { title: 'Cats', version: '1' },
    paths: { '/cats': { get: { operationId: 'listCats', parameters, responses: { 200: reply } } } },
  });
});

test.each<readonly [string, boolean, object, Record<string, string>]>([
  ['that has a token for the next', true, { next_cursor: 'abc', total: 2 }, {}],
  ['whose flag says so', true, { has_more: true }, {}],
  ['whose flag says that it is not the last', true, { is_last: false }, {}],
  ['whose flag says that it is the last, whatever it counts', false, { is_last: true, total: 3 }, {}],
  ['whose header links to the next', true, {}, { link: '<https://cats/?cursor=a>; rel="next"' }],
  ['that counts more than it shows', true, { total: 3 }, {}],
  ['that was cut to a size of its own', true, { limit: 2 }, {}],
  ['that says nothing', false, {}, {}],
  ['that counts what it shows', false, { total: 2, limit: 100 }, {}],
  ['that is the last, whatever it counts', false, { next_cursor: null, total: 3 }, {}],
])('a page %s may have more behind it: %s', (_, expected, members, headers) => {
  const exchange = exchangeOf(contract, {
    operation: 'listCats',
    headers,
    body: { cats: [{ id: 1 }, { id: 2 }], ...members },
  });
  const [resource] = contract.resources;
  expect(resource?.paging).toBeDefined();
  expect(mayHaveMore(exchange, { paging: resource?.paging }, 2)).toBe(expected);
});
