import type { Operation } from '../../../openapi/contract';
import { operationOf } from '../../testing/words';
import { withNoun } from '../marked';
import { conditionOn } from './named-conditions';

const operation = (description: string, replies: Readonly<Record<number, string>>): Operation =>
  operationOf({ path: '/orders', description, replies });

const needed = (conflict: string, description = '', described = '') => {
  const found = conditionOn(operation(description, { 409: conflict }), described, ['active', 'closed'], (words) =>
    withNoun(words, { name: 'customers' }),
  );
  return found && [found.from ?? [], found.notFrom];
};

test.each([
  ['The customer is not active.', [['active'], []]],
  ['The customer is closed, or the room is taken.', [[], ['closed']]],
  ['The customer is closed', [[], ['closed']]],
  ['A customer that is not active gives 409 (with `current` set to `closed`).', [['active'], []]],
  ['A room that is taken gives 409, and so does a closed customer.', [[], ['closed']]],
  ['A room that is taken is refused, as is a closed customer.', [[], ['closed']]],
  ['The order is not active.', undefined],
  ['The order of the customer is not active.', undefined],
])('which state is needed of what is named: %s', (conflict, wanted) => expect(needed(conflict)).toEqual(wanted));

test('of two statuses that a sentence names the last one is for the state', () => {
  const said = 'The customer must be known (422 `no_such`) and active (409 `wrong_state`).';
  const found = conditionOn(operation(said, { 409: 'Conflict', 422: 'Wrong' }), '', ['active', 'closed'], (words) =>
    withNoun(words, { name: 'customers' }),
  );
  expect(found).toEqual({ from: ['active'], notFrom: [], statuses: [409] });
});

test('which state is needed may be said of the operation, or of the member', () => {
  expect(needed('Conflict', 'Sells to a customer, which has to be active.')).toEqual([['active'], []]);
  expect(needed('Conflict', 'Drafting is allowed for closed customers; confirming is not.')).toBeUndefined();
  expect(needed('Conflict', 'Only active customers can order.')).toEqual([['active'], []]);
  expect(needed('Conflict', 'Mails an active customer.')).toBeUndefined();
  expect(needed('Conflict', '', 'It must be active.')).toEqual([['active'], []]);
  expect(needed('Conflict', 'Sells to an active customer (`409` for customers in another state).')).toEqual([
    ['active'],
    [],
  ]);
  expect(needed('Conflict', 'Sells to an active customer (409 if it is in any other status).')).toEqual([
    ['active'],
    [],
  ]);
  expect(needed('Conflict', '', 'Who pays. It has to exist, be active and be of this town.')).toEqual([['active'], []]);
  expect(needed('Conflict', 'The customer must be known and active or closed.')).toEqual([['active', 'closed'], []]);
  const owing = 'The customer must exist (`422`, `unknown_reference`) and not be `closed` (`409`, `customer_closed`).';
  expect(needed('Conflict', owing)).toEqual([[], ['closed']]);
  expect(
    needed(
      'Conflict',
      'The same goes for customers on the list: they must exist (`no_such`), be of age and be active.',
    ),
  ).toEqual([['active'], []]);
  const alsoIf = 'Refused with 409 in other states (`state`), if it is empty, and if the customer is closed (`shut`).';
  expect(needed('Conflict', alsoIf)).toEqual([[], ['closed']]);
  const held = 'Rooms are refused with 409, and if the customer is closed the payment is held.';
  expect(needed('Conflict', held)).toBeUndefined();
  const taken = 'Rooms are refused with 409; a closed customer is accepted with `account.warning`.';
  expect(needed('Conflict', taken)).toBeUndefined();
  const eachRefused =
    'Another draft is refused with 409 `wrong_state`, one without lines with 409 `empty`, one of a closed customer with 409 `closed`.';
  expect(needed('Conflict', eachRefused)).toEqual([[], ['closed']]);
  const suchOne =
    'A customer that is on it already is refused with 409, code `twice`; a closed one with 409, code `shut`.';
  expect(needed('Conflict', suchOne)).toEqual([[], ['closed']]);
  expect(needed('Conflict', suchOne.replace('customer', 'room'))).toBeUndefined();
  expect(needed('Conflict', "Needs a customer who isn't `closed`")).toEqual([[], ['closed']]);
  expect(needed('Conflict', 'Needs every customer on it `active`')).toEqual([['active'], []]);
  expect(needed('Conflict', 'Needs an address of a customer who was never closed')).toBeUndefined();
  expect(needed('Conflict', '', 'It has to exist.')).toBeUndefined();
  expect(needed('Conflict', '', 'An active customer.')).toEqual([['active'], []]);
  expect(needed('Conflict', '', 'A customer of the shop that is not closed.')).toEqual([[], ['closed']]);
  for (const said of ['unless the order is a return', 'by default', 'or none', 'gets a discount'])
    expect(needed('Conflict', '', `An active customer ${said}.`)).toBeUndefined();
  expect(needed('Conflict', '', 'An active customer, or a closed one with a permit.')).toBeUndefined();
  expect(needed('Conflict', '', 'Who it is for.')).toBeUndefined();
});
