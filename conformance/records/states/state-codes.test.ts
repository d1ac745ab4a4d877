import { operationOf, resourceOf } from '../../testing/words';
import { namedInCode, stateCodeOf } from './state-codes';

const STATES = ['draft', 'finished', 'sent'];

test.each([
  ['An order in another state is refused with `409` and `not_draft`.', 'not_draft'],
  ['Removes a line of a draft. `409` and `not_draft` in other states.', 'not_draft'],
  ['Adds a line; in other states `409`, `wrong-state`.', 'wrong-state'],
  ['Possible only while it is a draft (409 `order_state` otherwise).', 'order_state'],
  ['Captures it. Other payments are refused with 409 `payment_state`.', 'payment_state'],
  ['Returns the file of a finished job; before that `409` and `not_ready`.', 'not_ready'],
  ['In other states we answer `409`, code `invalid_state`.', 'invalid_state'],
  ['An email that another one has is refused with `409` and `email_taken`.', undefined],
  ['Sends a draft; otherwise `409`, `one`. In other states `409`, `other`.', undefined],
  ['The e-mail must be confirmed; otherwise 409 `email_unconfirmed`.', undefined],
  ['Sends a draft to its customer, whose e-mail has to be confirmed (409 `email_unconfirmed` otherwise).', undefined],
  ['Other currencies are refused with 409 `currency_mismatch`.', undefined],
])('the code of a wrong state: %s', (description, code) =>
  expect(stateCodeOf(operationOf({ path: '/a/{b}/c', description }), resourceOf('payments', {}), STATES)).toBe(code),
);

test('what is named beside an operation, or around it, may be a code of its own', () => {
  const told = operationOf({
    description: 'Refused with `409` and `a.b`.',
    replies: { 409: '`c-d`.' },
    around: ['`e`.'],
  });
  expect([...namedInCode(told)].toSorted()).toEqual(['409', 'a.b', 'c-d', 'e']);
});
