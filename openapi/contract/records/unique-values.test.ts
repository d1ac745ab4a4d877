import type { Operation } from '../model/operation';
import { uniqueValues } from './unique-values';

const schema = { type: 'object', properties: { email: { type: 'string' }, name: { type: 'string' } } } as const;
const operation = (description: string): Operation =>
  ({
    path: '/',
    summary: '',
    description,
    replies: [{ status: 409, description: 'Conflict' }],
  }) as unknown as Operation;
const uniqueBy = (said: string, create = said) =>
  uniqueValues(operation(said), { schema, operations: { create: operation(create) } } as never, schema, schema);

test.each([
  ['No two members of a house have the same e-mail address, upper and lower case being the same.', true, false],
  ['No two members may share an e-mail address, regardless of case.', true, false],
  ['Two members cannot have the same email.', false, false],
  ['E-mail addresses are unique, upper and lower case being different.', false, true],
])('%s', (said, isCaseless, isCaseful) => {
  expect(uniqueBy(said)).toEqual([{ name: 'email', isCaseless, isCaseful }]);
});

test('what stands behind the name of one of several is about that one', () => {
  const email = { type: 'string', description: 'Unique.' };
  const both = { type: 'object', properties: { email, name: email } } as const;
  const create = operation('`email` (regardless of case) and `name` are unique: a value that another has is refused.');
  expect(uniqueValues(create, { schema: both, operations: { create } } as never, both, both)).toEqual([
    { name: 'email', isCaseless: true, isCaseful: false },
    { name: 'name', isCaseless: false, isCaseful: false },
  ]);
});

test('what a name in code tells is not said of a word beside it', () => {
  const text = { type: 'string' };
  const record = { type: 'object', properties: { stock: text, sku: text } } as const;
  const sent = { type: 'object', properties: { stock: text } } as const;
  const create = operation('The stock number `sku` must not be taken by another one: 409.');
  const resource = { schema: record, operations: { create } } as never;
  expect(uniqueValues(operation(''), resource, sent, record)).toEqual([]);
  expect(uniqueValues(create, resource, record, record).map(({ name }) => name)).toEqual(['sku']);
});

test.each([
  ['An `email` occurs once in it (again is `409`).', 1],
  ['An `email` that is registered already is refused with `409`.', 1],
  ['A member whose `email` exists already is returned as it is.', 0],
  ['An email can be registered once in a depot: `409` and `email_taken`.', 1],
  ['An email may be used once for each club; a second use is refused with `409`.', 0],
  ['An email can be added once per club (409).', 0],
  ['An email can be used once (per club): a second use is refused with 409.', 0],
  ['An email can be added once verified, otherwise it is refused with 409.', 0],
  ['An `email` appears once in the reply.', 0],
  ['If the `email` is not already registered, the request is rejected with 422.', 0],
  ['The `email` must be already registered, else the request is refused.', 0],
  ['Unless the `email` already exists, the request is rejected.', 0],
  ['An `email` that already exists in the same folder is refused with 409.', 0],
])('that another one has it already is said of it where it is refused then: %s', (said, count) => {
  expect(uniqueBy(said)).toHaveLength(count);
});

test('what may come twice is not unique, and what is so of all records is so for a change', () => {
  expect(uniqueBy('Two members may have the same e-mail address.')).toEqual([]);
  expect(uniqueBy('No two members are alike.')).toEqual([]);
  expect(uniqueBy('Changes a member.', 'No two members have the same name.')).toMatchObject([{ name: 'name' }]);
});
