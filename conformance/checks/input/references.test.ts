import { statusOfUnknown } from './references';

test.each([
  [
    'Asking for it gives `404`; naming it in a body gives the same `422` as an unknown id; naming it in a filter finds nothing.',
    [422],
  ],
  ['Ids in the body that do not exist are refused with 422.', [422]],
  ['A record that does not exist is answered 404.', []],
  ['Unknown members in a body are ignored.', []],
])('%s', (sentence, expected) => {
  expect(statusOfUnknown(sentence)).toEqual(expected);
});
