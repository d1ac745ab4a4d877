import { comesFirst } from './credentials';

test.each([
  ["A missing credential is answered `401`, before we look at the path's ids, the parameters or the body.", true],
  ['The 401 comes first, whatever else is wrong.', true],
  ['Credentials are checked before anything else.', true],
  ['Nothing else of a request is examined before that.', true],
  ['A 401 has a challenge. Ask for a key before the path changes.', false],
  ['401: the key is wrong.', false],
])('%s', (text, expected) => {
  expect(comesFirst(text)).toBe(expected);
});
