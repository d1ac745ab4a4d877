import { operationOf, resourceOf } from '../../testing/words';
import { followOf } from './follow-words';

const charges = resourceOf('charges', {
  status: { type: 'string', readOnly: true, enum: ['authorized', 'captured', 'voided'] },
});

const read = (description: string) => followOf(operationOf({ path: '/orders/{id}/end', description }), charges);

test.each([
  ['Charges that are merely authorised are voided along the way.', ['authorized']],
  ['Its authorized charges are also voided.', ['authorized']],
  ['Also voids all authorized or captured charges.', ['authorized', 'captured']],
  ['Ends it. All its charges become voided.', []],
  ['Moves it to `ended`, sets `ended_at` and `reason`, and voids its `authorized` charges.', ['authorized']],
  [
    'Moves it to `ended`, sets `reason`, and voids the charges of the order that are still `authorized`.',
    ['authorized'],
  ],
])('what becomes of those that belong to it: %s', (words, from) => expect(read(words)).toEqual({ from, to: 'voided' }));

test.each([
  'Captured charges are not voided.',
  'Moves it to `ended`, sets `reason`, and voids the authorized charges of the terminal.',
  'Sets `reason` if there is one, and voids its `authorized` charges.',
  'Charges that are authorized may be voided.',
  'Authorized charges have to be voided first.',
  'Authorized charges are voided within a day.',
  'Voids a customer. Charges are there.',
  'Authorized charges are voided. Captured charges become authorized.',
])('what says nothing of that for sure: %s', (words) => expect(read(words)).toBeUndefined());
