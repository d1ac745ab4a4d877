import type { Operation, Resource } from '../../openapi/contract';
import { followOf } from './follow-words';

const charges = {
  name: 'charges',
  schema: {
    type: 'object',
    properties: { status: { type: 'string', readOnly: true, enum: ['authorized', 'captured', 'voided'] } },
  },
  operations: {},
  taken: {},
} as unknown as Resource;

const read = (description: string) =>
  followOf({ summary: '', description, replies: [] } as unknown as Operation, charges);

test.each([
  ['Charges that are merely authorised are voided along the way.', ['authorized']],
  ['Its authorized charges are also voided.', ['authorized']],
  ['Also voids all authorized or captured charges.', ['authorized', 'captured']],
  ['Ends it. All its charges become voided.', []],
])('what becomes of those that belong to it: %s', (words, from) => expect(read(words)).toEqual({ from, to: 'voided' }));

test.each([
  'Captured charges are not voided.',
  'Charges that are authorized may be voided.',
  'Authorized charges have to be voided first.',
  'Authorized charges are voided within a day.',
  'Voids a customer. Charges are there.',
  'Authorized charges are voided. Captured charges become authorized.',
])('what says nothing of that for sure: %s', (words) => expect(read(words)).toBeUndefined());
