import { contractOf } from '../openapi/contract/testing/documents';
import { CHECKS } from './checks';
import type { Exchange, Request } from './exchange/exchange';
import { flagsOf } from './options/flags';
import { toRunOptions } from './options/run-options';
import { toRequest } from './requests/request';
import { isUnlistedRefusal } from './rules/oracles/status';
import { plan } from './run/plan/plan';
import { optionsFor } from './testing/options';

const done = { 200: { description: 'Done.' } };
const query = (name: string, schema: object, required = false) => ({ name, in: 'query', schema, required });

/** Operations of a contract that lists no refusals. */
const documentOf = (paths: object) => ({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths });
const document = documentOf({
  '/all': {
    get: { operationId: 'all', parameters: [query('kind', { type: 'string', enum: ['a', 'b'] })], responses: done },
  },
  '/one/{id}': {
    get: {
      operationId: 'one',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: done,
    },
  },
});

const refused = (request: Request, status: number): Exchange => ({
  number: 1,
  request,
  sentBy: 'a check',
  response: { status, headers: new Map(), body: { bytes: 0, text: '', isCut: false, json: undefined } },
  failure: undefined,
  startedAt: 0,
  milliseconds: 1,
});

test.each([
  ['all', {}, 400, false],
  ['all', {}, 404, false],
  ['all', {}, 401, true],
  ['all', {}, 429, true],
  ['all', {}, 418, false],
  ['all', { query: { kind: 'a' } }, 400, false],
  ['all', { query: { kind: 'c' } }, 400, true],
  ['all', { query: { other: 1 } }, 422, true],
  ['all', { credential: 'none' as const }, 403, true],
  ['one', { path: { id: 'x' } }, 404, true],
])('%s with %j may be refused with %i though that is not listed: %s', async (id, parts, status, expected) => {
  const contract = await contractOf(document);
  const operation = contract.operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error('no such operation');
  expect(isUnlistedRefusal(refused(toRequest(operation, parts), status), contract)).toBe(expected);
});

test('the budget grows with the operations, unless it is named', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 40 }, (_, nth) => [`/p${nth}`, { get: { operationId: `op${nth}`, responses: done } }]),
  );
  const contract = await contractOf(documentOf(paths));
  const most = (...flags: string[]) =>
    toRunOptions(flagsOf(['--base-url', 'http://127.0.0.1:1', ...flags]), contract).maxRequests;
  expect([most(), most('--operations', 'op1,op2'), most('--max-requests', '7')]).toEqual([2800, 600, 7]);
  // With one request for each, each has one.
  const first = plan(contract, CHECKS, optionsFor('http://127.0.0.1:1', { maxRequests: 40 })).slice(0, 40);
  expect(new Set(first.map(({ subject }) => subject.operation.id)).size).toBe(40);
});
