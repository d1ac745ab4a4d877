import { isBefore } from './roles';

const both = (text: string) => [isBefore(text, 'body'), isBefore(text, 'record')];

test.each([
  ['A read-only caller is told `403` even when the record does not exist or the body is nonsense.', [true, true]],
  ['The role is examined straight after the credential; it is a 403.', [true, true]],
  ['Read-only keys get 403, even if the id is unknown.', [false, true]],
  ['The role (403) is looked at before the body.', [true, false]],
  ['Read-only keys get 403, even for exports.', [false, false]],
  ['A record that does not exist is answered 404, even for read-only keys.', [false, false]],
])('%s', (text, expected) => {
  expect(both(text)).toEqual(expected);
});
