import type { Operation } from '../../../openapi/contract';
import { contractOf } from '../../../openapi/contract/testing/documents';
import { inOrder, memberOrdersOf } from './member-order';

const date = { type: 'string', format: 'date' };

/** An operation that makes things of these members, with words of its own and of its refusal. */
async function makingOf(properties: object, { description = '', refusal = 'Invalid.' } = {}): Promise<Operation> {
  const { operations } = await contractOf({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        post: {
          description,
          operationId: 'make',
          requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
          responses: { 201: { description: 'Made.' }, 422: { description: refusal } },
        },
      },
    },
  });
  const [operation] = operations;
  if (operation === undefined) throw new Error('There is no operation.');
  return operation;
}

const told = (operation: Operation): readonly string[] =>
  memberOrdersOf(operation).map(({ first, last, isStrict }) => `${first.name} ${isStrict ? '<' : '<='} ${last.name}`);

test.each([
  ['After `starts_on`.', 'starts_on < ends_on'],
  ['The last day; must not be before `starts_on`.', 'starts_on <= ends_on'],
  ['Has to be later than starts_on.', 'starts_on < ends_on'],
  ['Must be on or after `starts_on`.', 'starts_on <= ends_on'],
  ['Not before `starts_on` (422).', 'starts_on <= ends_on'],
])('beside a member: %s', async (description, order) => {
  expect(told(await makingOf({ starts_on: date, ends_on: { ...date, description } }))).toEqual([order]);
});

test.each([
  [{ description: 'The end must be after the start.' }, 'starts_on < ends_on'],
  [{ description: '`starts_on` must be before `ends_on`.' }, 'starts_on < ends_on'],
  [{ description: '`ends_on` may not be before `starts_on`.' }, 'starts_on <= ends_on'],
  [{ description: "The end can't be before the start." }, 'starts_on <= ends_on'],
  [{ refusal: '`ends_on` is before `starts_on`.' }, 'starts_on <= ends_on'],
  [{ refusal: '`ends_on` is not after `starts_on`.' }, 'starts_on < ends_on'],
])('of the operation or its refusal: %j', async (words, order) => {
  expect(told(await makingOf({ starts_on: date, ends_on: date }, words))).toEqual([order]);
});

test.each([
  [{ description: 'What ends_on is, is read after starts_on is.' }],
  [{ description: 'Sorted so that `ends_on` is after `starts_on`.' }],
  [{ description: '`ends_on` may be before `starts_on`.' }],
])('but not: %j', async (words) => {
  expect(told(await makingOf({ starts_on: date, ends_on: date }, words))).toEqual([]);
});

test('a body is put in that order, but for what has to stay', async () => {
  const making = await makingOf({ starts_on: date, ends_on: { ...date, description: 'After `starts_on`.' } });
  const body = { starts_on: '2030-02-02', ends_on: '2030-02-02' };
  expect(inOrder(making, body)).toEqual({ starts_on: '2030-02-02', ends_on: '2030-02-03' });
  expect(inOrder(making, body, { ends_on: '2030-02-02' })).toEqual({ starts_on: '2030-02-01', ends_on: '2030-02-02' });
});
