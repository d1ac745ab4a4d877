import type { Operation } from '../../../openapi/contract';
import { contractOf } from '../../../openapi/contract/testing/documents';
import { type Companion, companionsOf, inCompany } from './companions';

const TEXT = { type: 'string' };
const KIND = { type: 'string', enum: ['person', 'company'] };

async function makingOf(
  properties: object,
  { description = '', refusal = 'Invalid.', body = '' } = {},
): Promise<Operation> {
  const schema = { type: 'object', description: body, properties };
  const { operations } = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Things', version: '1' } },
    paths: {
      '/things': {
        post: {
          ...{ description, operationId: 'make', requestBody: { content: { 'application/json': { schema } } } },
          responses: { 201: { description: 'Made.' }, 422: { description: refusal } },
        },
      },
    },
  });
  const [operation] = operations;
  if (operation === undefined) throw new Error('There is no operation.');
  return operation;
}

/** `a → b` where b has to be there beside a, `a → -b` where it must not be, `-a → b` where one of both has to be. */
const told = (operation: Operation): readonly string[] => companionsOf(operation).map(tell).toSorted();

function tell({ at, when, needed }: Companion): string {
  const one = ({ name, isThere, value }: Companion['needed']): string =>
    `${isThere ? '' : '-'}${name}${value === undefined ? '' : `=${String(value)}`}`;
  return `${at.map((step) => `${step}.`).join('')}${when.map(one).join(' ')} → ${one(needed)}`;
}

test.each([
  ['Required when `axis` is given.', ['axis → cylinder']],
  ['Degrees. Required together with `axis`.', ['axis → cylinder']],
  ['Sent if and only if `axis` is set.', ['axis → cylinder', 'cylinder → axis']],
  ['Only together with `axis`.', ['cylinder → axis']],
  ['Needs `axis`.', ['cylinder → axis']],
  ['Must be sent together with `axis`.', ['cylinder → axis']],
  ['Only allowed if `axis` is given; 422 otherwise.', ['cylinder → axis']],
  ['Mutually exclusive with `axis`.', ['cylinder → -axis']],
  ['Must not be given together with `axis`.', ['cylinder → -axis']],
  ['Required if `kind` is `company`.', ['kind=company → cylinder']],
  ['Required for `kind: company`.', ['kind=company → cylinder']],
  ['Only allowed when `kind` is `company`.', ['cylinder → kind=company']],
  ['Must be given if and only if `kind` is `company`.', ['cylinder → kind=company', 'kind=company → cylinder']],
])('beside a member: %s', async (description, rules) => {
  expect(told(await makingOf({ kind: KIND, axis: TEXT, cylinder: { ...TEXT, description } }))).toEqual(rules);
});

test.each([
  [{ description: '`cylinder` and `axis` must be given together.' }, ['axis → cylinder', 'cylinder → axis']],
  [{ body: 'Either both `cylinder` and `axis`, or neither.' }, ['axis → cylinder', 'cylinder → axis']],
  [{ description: 'Exactly one of `cylinder` and `axis` must be sent.' }, ['-axis → cylinder', 'cylinder → -axis']],
  [{ description: 'Give either `cylinder` or `axis`, not both.' }, ['-axis → cylinder', 'cylinder → -axis']],
  [{ description: '`cylinder` and `axis` exclude each other.' }, ['cylinder → -axis']],
  [{ description: 'At most one of `cylinder` and `axis` is sent.' }, ['cylinder → -axis']],
  [{ description: 'At least one of `cylinder` or `axis` is needed.' }, ['-axis → cylinder']],
  [{ refusal: 'A `cylinder` without `axis`.' }, ['cylinder → axis']],
  [{ refusal: 'Both `cylinder` and `axis` are given.' }, ['cylinder → -axis']],
  [{ refusal: 'Neither `cylinder` nor `axis` is given.' }, ['-axis → cylinder']],
  [{ description: '`axis` is required when `kind` is `company`.' }, ['kind=company → axis']],
])('of the body, the operation or its refusal: %j', async (words, rules) => {
  const found = told(await makingOf({ kind: KIND, cylinder: TEXT, axis: TEXT }, words));
  // What goes for both is the same whichever comes first.
  const sides = found.filter(
    (one) => !found.includes(one.replace(/^axis → -cylinder$/, 'cylinder → -axis')) || !one.startsWith('axis → -'),
  );
  expect(sides.filter((one) => one !== '-cylinder → axis')).toEqual(rules);
});

test.each([
  'Ignored unless `axis` is given.',
  'Only used when `kind` is `company`; ignored otherwise.',
  'Should be sent with `axis`.',
  'Required if `kind` is `company` and the country is in the EU.',
  'Required when `kind` is `company`, unless there is an `axis`.',
  'Only allowed when `kind` is `company` or the customer is a shop.',
  'Needs `axis`, if there is more than one.',
  'Like `axis`, in degrees. Not the same as `axis`.',
  'Required for `kind: company` or `person`.',
  'The one that goes with `axis`.',
  'Only for companies.',
  'Filled in if `axis` is given.',
  // What a record shows.
  'Present if and only if `axis` is set.',
])('but not: %s', async (description) => {
  expect(told(await makingOf({ kind: KIND, axis: TEXT, cylinder: { ...TEXT, description } }))).toEqual([]);
});

test('what is said of members of an object, or of each in a list, is said of these', async () => {
  const lens = { type: 'object', properties: { axis: TEXT, cylinder: { ...TEXT, description: 'Needs `axis`.' } } };
  expect(told(await makingOf({ left: lens, all: { type: 'array', items: lens } }))).toEqual([
    'all.0.cylinder → axis',
    'left.cylinder → axis',
  ]);
});

test('a body is put in that company, but for what has to stay', async () => {
  const making = await makingOf({ axis: TEXT, cylinder: { ...TEXT, description: 'Mutually exclusive with `axis`.' } });
  expect(inCompany(making, { axis: 'a', cylinder: 'b' })).toEqual({ cylinder: 'b' });
  expect(inCompany(making, { axis: 'a', cylinder: 'b' }, { axis: 'a' })).toEqual({ axis: 'a' });
  const needing = await makingOf({ axis: TEXT, cylinder: { ...TEXT, description: 'Needs `axis`.' } });
  expect(Object.keys(inCompany(needing, { cylinder: 'b' }))).toEqual(['cylinder', 'axis']);
  expect(inCompany(needing, {})).toEqual({});
});

test.each([
  { refusal: 'Both `cylinder` and `axis` must lie in the future.' },
  { refusal: 'The span between both `cylinder` and `axis` is too long.' },
  { description: 'If both `cylinder` and `axis` are given, an end before the start is rejected.' },
  { refusal: 'Both `cylinder` and `axis`, or neither, must be given.' },
  { refusal: 'For companies, `cylinder` without `axis`.' },
  { description: 'Either `cylinder` or `axis`, not both, otherwise `axis` wins.' },
  { description: 'Only one of `cylinder` and `axis` is required.' },
  { description: 'At least one of `cylinder` or `axis` or `kind` is needed.' },
  { description: 'The period is made of `cylinder` and `axis` together.' },
  { description: 'In replies, `cylinder` and `axis` must be set together.' },
  { description: 'For companies exactly one of `cylinder` and `axis` must be sent.' },
])('what is said of two for something else: %j', async (words) => {
  expect(told(await makingOf({ kind: KIND, cylinder: TEXT, axis: TEXT }, words))).toEqual([]);
});
