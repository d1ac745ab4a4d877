import { statusOfNone, statusOfUnknown } from './reference-words';

test.each([
  [
    'Asking for it gives `404`; naming it in a body gives the same `422` as an unknown id; naming it in a filter finds nothing.',
    [422],
  ],
  ['Ids in the body that do not exist are refused with 422.', [422]],
  ['A record that does not exist is answered 404.', []],
  ['Unknown members in a body are ignored.', []],
  ['A body that names an unknown record gives 422.', [422]],
  ['Unknown members in a body are refused with 400.', []],
  ['A required member that is missing in the body gives 422.', []],
  ['An unknown path is a 404, whatever is in the body.', []],
  ['References in the body to records of other accounts are a 403.', []],
  ['Unknown ids in a body are not a 422 but ignored.', []],
])('%s', (sentence, expected) => {
  expect(statusOfUnknown(sentence)).toEqual(expected);
});

test.each([
  ['Accounts, addresses and instruments that do not exist: 422 unknown_reference.', [422]],
  ['An address we do not know is a 422 unknown_reference.', [422]],
  ['An address that does not exist gives 422 (`unknown_reference`).', [422]],
  ['422 `unknown_customer`, `unknown_address` (also for one of another customer) for what the body refers to.', [422]],
  ['409 `reference_taken`; 422 `unknown_address`, `date_in_past`.', [422]],
  ['409 `order_locked`; 422 `unknown_customer`.', []],
  ['An account that does not exist gives 422, as does an address.', []],
  ['An address that does not exist gives 404.', []],
])('of an address: %s', (sentence, expected) => {
  expect(statusOfNone(sentence, ['address', 'addresses'])).toEqual(expected);
});
