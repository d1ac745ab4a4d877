import {
  SAYS_BAD_CURSOR,
  SAYS_CURSOR_AGAIN,
  SAYS_CURSOR_BOUND,
  SAYS_ELSE_ABSENT,
  SAYS_NOT_NAMED,
  SAYS_OTHER_REFUSED,
} from './list-words';

test.each([
  ['The request can not be read: an unknown parameter, a bad cursor.', true],
  ['The cursor is not known.', true],
  ['The cursor of the next page.', false],
  ['A list without a cursor is the first page.', false],
])('whether a refusal is for a cursor, by %j: %j', (text, expected) => {
  expect(SAYS_BAD_CURSOR.test(text)).toBe(expected);
});

test.each([
  ['A cursor is valid only for the same filters and sort; otherwise the request is refused with a 400.', true],
  ['It must be used with the same query parameters. With different ones the reply is a 422.', true],
  ['Bound to the filters it was issued for: changing them is rejected.', true],
  ['It goes with the sort and the filters it was made for; used with others, it is a 400.', true],
  ['The cursor of the next page. An unknown cursor is refused with a 400.', false],
  ['It keeps the filters and the order of the first page.', false],
])('whether a cursor is good for its own query alone, by %j: %j', (text, expected) => {
  expect(SAYS_CURSOR_BOUND.test(text) && SAYS_OTHER_REFUSED.test(text)).toBe(expected);
});

test.each([
  ['A cursor may be used again and then continues from the same place.', true],
  ['Cursors are reusable.', true],
  ['A cursor does not expire.', true],
  ['A cursor is used once.', false],
])('whether a cursor may be used again, by %j: %j', (text, expected) => {
  expect(SAYS_CURSOR_AGAIN.test(text)).toBe(expected);
});

test.each([
  ['Only present with `expand=owner`.', true],
  ['They are only there when asked for.', true],
  ['Omitted unless requested.', true],
  ['Members not named here are left out.', true],
  ['Those not asked for are omitted.', true],
  ['The whole owner, put in by `expand`.', false],
])('whether something is there only when it is asked for, by %j: %j', (text, expected) => {
  expect(SAYS_ELSE_ABSENT.test(text) || SAYS_NOT_NAMED.test(text)).toBe(expected);
});
