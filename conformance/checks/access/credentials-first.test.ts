import { comesFirst } from './credentials-first';

test.each([
  ["A missing credential is answered `401`, before we look at the path's ids, the parameters or the body.", true],
  ['The 401 comes first, whatever else is wrong.', true],
  ['Credentials are checked before anything else.', true],
  ['Nothing else of a request is examined before that.', true],
  ['A 401 has a challenge. Ask for a key before the path changes.', false],
  ['401: the key is wrong.', false],
  ['Without a key the answer is 401, whatever else may be wrong.', true],
  ['A 404 comes first, then 401.', false],
  ['The body is validated before everything else, then the key (401).', false],
  ['A 401 is not always told before anything else.', false],
  ['401: call /login before any other request.', false],
])('%s', (text, expected) => {
  expect(comesFirst(text)).toBe(expected);
});
