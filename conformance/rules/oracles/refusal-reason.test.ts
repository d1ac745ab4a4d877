import { contractOf } from '../../../openapi/contract/testing/documents';
import { exchangeOf } from '../../testing/exchange';
import type { History } from '../rule';
import { refusalNames, refusalReason } from './refusal-reason';

const SAID = [
  'A text that is not JSON at all earns 400. JSON that does not fit the schema of the request earns 422.',
  "Values that do not fit a parameter's schema are refused with 400.",
].join(' ');

/** What is wrong with the status of a refusal; undefined where nothing tells. */
async function judged(status: number, body: object, description: string) {
  const named = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 3 } } };
  const refused = { description: 'It does not fit.' };
  const contract = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Things', version: '1', description } },
    paths: {
      '/things': {
        post: {
          operationId: 'addThing',
          requestBody: { content: { 'application/json': { schema: named } } },
          responses: { 201: { description: 'Made.' }, 400: refused, 422: refused },
        },
      },
    },
  });
  const headers = { 'content-type': 'application/json' };
  const exchange = exchangeOf(contract, { operation: 'addThing', status, body: {}, parts: { body, headers } });
  return refusalReason.judge({ exchange } as unknown as { exchange: typeof exchange } & History)?.map(({ key }) => key);
}

test.each([
  ['words around tell the two apart, whatever the descriptions of both have in common', 400, {}, SAID, true],
  ['so the other one is right', 422, { name: 'long' }, SAID, false],
  ['without them either may be', 400, {}, 'Things.', false],
])('%s', async (_, status, body, description, isWrong) => {
  const keys = await judged(status, body, description);
  expect(keys && keys.length > 0).toBe(isWrong);
});

test('what words say of the mistakes in a body says nothing of a query, nor of another status', async () => {
  const mistakes = { type: 'array', items: { type: 'object', properties: { pointer: { format: 'json-pointer' } } } };
  const problem = { type: 'object', properties: { errors: mistakes } };
  const refused = { description: 'It is wrong.', content: { 'application/json': { schema: problem } } };
  const keysFor = async (said: string, status: number, parts: object, shown: object = {}) => {
    const named = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 3 } } };
    const contract = await contractOf({
      ...{ openapi: '3.1.0', info: { title: 'Things', version: '1', description: said } },
      paths: {
        '/things': {
          post: {
            operationId: 'addThing',
            parameters: [{ in: 'query', name: 'size', schema: { type: 'integer', maximum: 3 } }],
            requestBody: { content: { 'application/json': { schema: named } } },
            responses: { 201: { description: 'Made.' }, 400: refused, 422: refused },
          },
        },
      },
    });
    const exchange = exchangeOf(contract, { operation: 'addThing', status, body: shown, parts });
    return refusalNames
      .judge({ exchange } as unknown as { exchange: typeof exchange } & History)
      ?.map(({ key }) => key);
  };
  const said = 'If a body does not keep to its schema (422), `errors` names every member at fault.';
  const body = { body: { name: 'long' }, headers: { 'content-type': 'application/json' } };
  expect(await keysFor(said, 422, body)).toEqual(['errors missing']);
  expect(await keysFor(said, 400, body)).toBeUndefined();
  expect(await keysFor(said.replace(' (422)', ''), 400, { query: { size: 9 } })).toBeUndefined();
  // Whatever words promise of them: what is shown is what the member is said to be.
  const shown = (pointer: string) => keysFor('A thing.', 422, body, { errors: [{ pointer }] });
  expect(await shown('name')).toEqual(['pointer otherwise']);
  expect(await shown('/name')).toEqual([]);
  expect(await shown('#/name')).toEqual([]);
  expect(await shown('')).toEqual([]);
});

test('a member called a pointer is one where words of its list speak of JSON pointers', async () => {
  const mistakes = { type: 'array', items: { type: 'object', properties: { pointer: { type: 'string' } } } };
  const problem = { type: 'object', properties: { errors: mistakes } };
  const named = {
    type: 'object',
    properties: { a: { type: 'string', maxLength: 1 }, b: { type: 'string', maxLength: 1 } },
  };
  const whole = { ...named, properties: { ...named.properties, inner: named } };
  const keysFor = async (said: string, sent: object = { a: 'long', b: 'long' }, pointer = '/a') => {
    const contract = await contractOf({
      ...{ openapi: '3.1.0', info: { title: 'Things', version: '1', description: said } },
      paths: {
        '/things': {
          post: {
            operationId: 'addThing',
            requestBody: { content: { 'application/json': { schema: whole } } },
            responses: {
              201: { description: 'Made.' },
              422: { description: 'It is wrong.', content: { 'application/json': { schema: problem } } },
            },
          },
        },
      },
    });
    const parts = { body: sent, headers: { 'content-type': 'application/json' } };
    const exchange = exchangeOf(contract, {
      operation: 'addThing',
      status: 422,
      body: { errors: [{ pointer }] },
      parts,
    });
    return refusalNames
      .judge({ exchange } as unknown as { exchange: typeof exchange } & History)
      ?.map(({ key }) => key);
  };
  const said = 'With it come `errors`, one for every member at fault, not just the first, with a JSON pointer.';
  expect(await keysFor(said)).toEqual(['not all named']);
  expect(await keysFor(said.replace(', with a JSON pointer', ''))).toBeUndefined();
  // One that is wrong may leave it open what the object is.
  const inner = { a: 'long', b: 'long' };
  expect(await keysFor(said, { inner }, '/inner/a')).toEqual([]);
  expect(await keysFor(said, { inner, a: 'long' }, '/a')).toEqual(['not all named']);
});
