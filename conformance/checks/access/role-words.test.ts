import { isBefore, isKeptInTable, isOnlyForOthers } from './role-words';

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

test.each([
  ['Only for credentials with the role `full`.', true],
  ['Available only to admin keys', true],
  ['Reserved for administrators.', true],
  ['These endpoints require the scope `write`.', true],
  ['Requires the `admin` scope.', true],
  ['For admins only.', true],
  ['Only for changes.', false],
  ['Requires write access for changes.', false],
  ['Only for invoices with the status `full`.', false],
])('%s', (text, expected) => {
  expect(isOnlyForOthers(text)).toBe(expected);
});

test('a table tells what a key that may only read may not read', () => {
  const rows =
    'Read members, rooms, `full` yes, `read_only` yes. Read webhook endpoints, `full` yes, `read_only` no. Delete exports, `full` yes, `read_only` no.';
  expect(['/members', '/webhooks', '/webhooks/{id}', '/exports'].map((path) => isKeptInTable(rows, path))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
