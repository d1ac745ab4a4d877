import {
  SAYS_AT_MOST,
  SAYS_BAD_CURSOR,
  SAYS_CURSOR_AGAIN,
  SAYS_CURSOR_BOUND,
  SAYS_CURSOR_REFUSED,
  SAYS_ELSE_ABSENT,
  SAYS_LAST_HAS_NONE,
  SAYS_LINK_CARRIES,
  SAYS_LINK_KEEPS,
  SAYS_LINKED,
  SAYS_MORE_FOLLOW,
  SAYS_NEVER_EMPTY,
  SAYS_NOT_NAMED,
  SAYS_NULL_SHOWN,
  SAYS_OTHER_REFUSED,
  SAYS_STEADY,
  SAYS_STEADY_ADDED,
  saysKeepsQuery,
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
  [['The cursor keeps the filters and the order of the first page.'], true],
  [['It carries everything: filters, sort and position.'], true],
  [['Pass it alone; it contains the query of the first page.'], true],
  [['The `next_cursor` of the page before; keep all other parameters as they were.'], false],
  [['Repeat the other parameters with it.', 'The cursor includes the sort.'], false],
  [['The filters have to be sent again.'], false],
  [['A `Link` header with rel="next" which keeps your filters and can be followed as it stands.'], false],
])('whether a cursor stands for the query as well, by %j: %j', (texts, expected) => {
  expect(saysKeepsQuery(texts)).toBe(expected);
});

test.each([
  ['A cursor is valid only for the same filters and sort; otherwise the request is refused with a 400.', true],
  ['It must be used with the same query parameters. With different ones the reply is a 422.', true],
  ['Bound to the filters it was issued for: changing them is rejected.', true],
  ['It goes with the sort and the filters it was made for; used with others, it is a 400.', true],
  ['A cursor serves for the filters it was handed out with; with others the reply is 400.', true],
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
  ['A `Link` header has the address of the next page with all parameters of the request.', true],
  ['A `Link` header with `rel="next"` has its complete address, your filters and sorting included.', true],
  ['The next link carries your filters.', true],
  ['Links to other pages keep the current query.', true],
  ['The link is to the next page; the filters are kept by the cursor.', false],
  ['The link does not have all the filters of the request.', false],
  ['A link to the next page, without the filters included in the cursor.', false],
])('whether a link has what the query asks for, by %j: %j', (text, expected) => {
  expect(SAYS_LINK_KEEPS.test(text)).toBe(expected);
});

test.each([
  ['RFC 8288, one link with rel="next" that carries over limit, sort and filters. Missing on the last page.', true],
  ['The link keeps the filters.', true],
  ['The link has the filters in its cursor.', false],
  ['The link to the next page; it is not there without filters.', false],
])('whether a link has what it names of a query, by %j: %j', (text, expected) => {
  expect(SAYS_LINK_CARRIES.test(text)).toBe(expected);
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

test.each([
  ['If it is none of ours, the reply is 400.', true],
  ['A cursor that was not handed out by us is a 400.', true],
  ['One that we cannot make sense of is a `400`.', true],
  ['One that this service has not issued: it is rejected.', true],
  ['From the next link of the page before. Do not make one up: 400.', true],
  ['None of our lists has more than 100 records.', false],
  ['Do not build on its form.', false],
  ['Clients do not interpret it, and do not fail if it grows.', false],
])('whether a cursor that was not given is refused, by %j: %j', (text, expected) => {
  expect(SAYS_CURSOR_REFUSED.test(text)).toBe(expected);
});

test.each([
  ['There is no empty page behind a full one.', true],
  ['No further page is ever empty.', true],
  ['`next` never leads to an empty page.', true],
  ['The last page is never empty.', true],
  ['Where nothing matches, the page is empty.', false],
  ['The last page may be an empty page.', false],
  ['Empty pages are not an error.', false],
])('whether no page behind another is empty, by %j: %j', (text, expected) => {
  expect(SAYS_NEVER_EMPTY.test(text)).toBe(expected);
});

test.each([
  ['`rel="next"` as long as there is a further page.', true],
  ['Only there if there are more records.', true],
  ['If and only if another page follows.', true],
  ['It is `null` on the last page.', true],
  ['The next page, as long as it is asked for soon.', false],
])('whether the last page alone names no other, by %j: %j', (text, expected) => {
  expect(SAYS_LAST_HAS_NONE.test(text)).toBe(expected);
});

test.each([
  ['Each record comes once, even if others are created or deleted meanwhile.', true],
  ['Pages stay consistent while you page, whatever is removed.', true],
  ['Each record comes once, even if some are added meanwhile.', false],
  ['`createdAt` of a record is set once.', false],
])('whether pages are steady against what goes, by %j: %j', (text, expected) => {
  expect(SAYS_STEADY.test(text)).toBe(expected);
});

test.each([
  ['Each record comes once, even if others are added meanwhile.', true],
  ['Nothing is skipped or repeated while records are created concurrently.', true],
  ['While you page, no record is skipped or shown twice.', true],
  ['Each record comes once, even if others are deleted meanwhile.', false],
  ['Records created meanwhile may appear twice.', false],
  ['Each tag comes once when it is added.', false],
  ['Records that are added while you page shift nothing: none comes twice.', true],
  ['With offsets, records created in between make others come twice.', false],
  ['A record is created once, even if the key is repeated; lists show it.', false],
  ['Records are not guaranteed to be shown once if others are added.', false],
])('whether pages are steady against what is added, by %j: %j', (text, expected) => {
  expect(SAYS_STEADY_ADDED.test(text)).toBe(expected);
});

test.each([
  ['Present whenever there is more.', true],
  ['When there is more, the address of the next page is offered in `Link`.', true],
  ['If another page follows, its address is in `Link` with `rel="next"`.', true],
  ['`Link` has the next page as long as there are further ones.', true],
  ['Sent while more records remain.', true],
  ['When there is more, a server may send `Link`.', false],
  ['Where there is more than one relation, `Link` has all of them.', false],
  ['`Link` has the next page.', false],
  ['If there are more errors, `Link` names their pages.', false],
  ['If there is a further version of the API, `Link` has its address.', false],
  ['If there are more records, `Link` has the last page.', false],
  ['When there are more pages, some of them have no `Link`.', false],
])('whether a page has a link as long as there is more, by %j: %j', (text, expected) => {
  expect(SAYS_LINKED.test(text)).toBe(expected);
});

test.each([
  ['A relation whose id is `null` is shown as `null`.', true],
  ['Where the id is null, the member is null, too.', true],
  ['An expanded member is `null` if there is no such record.', true],
  ['It is null, and not left out.', true],
  ['If the id is null, the member is left out.', false],
  ['The id may be null.', false],
  ['The id is null where it is not set, and expansion leaves it out.', false],
  ['Members that are null are not expanded.', false],
])('whether what is asked for is null where there is none, by %j: %j', (text, expected) => {
  expect(SAYS_NULL_SHOWN.test(text)).toBe(expected);
});

test.each([
  ['Whether there are entries after these.', true],
  ['True while further pages follow.', true],
  ['Whether there may be more.', false],
  ['Whether the list is complete.', false],
])('whether a flag tells of further records, by %j: %j', (text, expected) => {
  expect(SAYS_MORE_FOLLOW.test(text)).toBe(expected);
});

test.each([
  ['How many records at most on a page.', true],
  ['The page has up to that many.', true],
  ['Size of the page, at most 50.', false],
  ['The number of records on a page.', false],
])('whether a page may be shorter, by %j: %j', (text, expected) => {
  expect(SAYS_AT_MOST.test(text)).toBe(expected);
});
