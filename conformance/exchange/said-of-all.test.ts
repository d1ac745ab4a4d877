import type { Operation } from '../../openapi/contract';
import {
  countedDown,
  headersOfAll,
  precedes,
  refusalOrder,
  refusedQueriesOf,
  type SaidOfBoth,
  saidOfBoth,
  saysEveryPathAsks,
  saysNoKeyInQuery,
  saysOfMethods,
  saysUnknownFitsNothing,
  typeOfAllErrors,
} from './said-of-all';

test.each<[string, SaidOfBoth | undefined]>([
  ['If a call brings both, the bearer token alone decides.', { counts: 'token', refusedBy: undefined }],
  ['Where two credentials are sent, the API key wins.', { counts: 'key', refusedBy: undefined }],
  ['A request with both is refused with 400 `ambiguous-credentials`.', { counts: undefined, refusedBy: 400 }],
  [
    'Two credentials. A request that carries both kinds is refused with 400 `ambiguous_credentials`.',
    { counts: undefined, refusedBy: 400 },
  ],
  [
    'Sending both at once is a mistake that we tell you about: `400`, `credentials_ambiguous`.',
    { counts: undefined, refusedBy: 400 },
  ],
  [
    'Without a credential the answer is `401`; with one we do not know, too; with both kinds at once it is `401`.',
    { counts: undefined, refusedBy: 401 },
  ],
  [
    'An unknown key or token is refused with `401`; a request that sends both kinds with `403` and `ambiguous`.',
    { counts: undefined, refusedBy: 403 },
  ],
  ['Send a token or a key. If both are sent, both must be valid.', { counts: 'both', refusedBy: undefined }],
  ['Send a token or a key. Both kinds of credentials are worth the same.', undefined],
  ['The discount is a percentage of both together.', undefined],
])('%s', (description, expected) => {
  expect(saidOfBoth(saying(description))).toEqual(expected);
});

const saying = (description: string) =>
  ({ source: { json: { info: { description } } } }) as unknown as Parameters<typeof saidOfBoth>[0];

test('what is told first is read by its statuses, or by what is looked at', () => {
  const byStatus = saying('The order is: credentials (401), role (403), record (404).');
  const byWords = saying(
    'If several things are wrong, the first of these is reported: credentials, path (404) and method (405), role, the records named in the path, media type, JSON, query parameters, content, state, duplicates.',
  );
  expect(refusalOrder(byStatus)).toEqual([[401], [403], [404]]);
  expect([precedes(byStatus, 401, 404), precedes(byStatus, 404, 403), precedes(byStatus, 404, 422)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([precedes(byWords, 404, 415), precedes(byWords, 403, 400), precedes(byWords, 422, 409)]).toEqual([
    true,
    true,
    true,
  ]);
  // The path is looked at before the role, and what it names behind it.
  expect([precedes(byWords, 403, 404), precedes(byWords, 404, 403)]).toEqual([false, false]);
  // What stands beside a step is of that step; one may be of what has no status of its own.
  expect(
    refusalOrder(
      saying(
        'A request is checked in this order: path (404, `none`), method (405, with an `Allow`\nheader), credential (400 or 401),\nrole (403), a key that was used, the record (404).',
      ),
    ),
  ).toEqual([[404], [405], [400, 401], [403], [404]]);
  const listed = saying(
    'The earliest check in this list answers:\n\n1. credentials (`401`)\n2. role\n3. record (404)\n4. body',
  );
  expect(refusalOrder(listed)).toEqual([[401], [403], [404], [422]]);
  expect(refusalOrder(saying('Of what is wrong we tell the first of: credential, role, parameters, body.'))).toEqual([
    [401],
    [403],
    [400],
    [422],
  ]);
  // What is signed, or looked for in several places, is no order of refusals.
  for (const other of [
    'The signature covers, in this order: the token, the query, the headers, and the body.',
    'The key is read from the first of: the Authorization header, the query, a cookie token, the body.',
  ])
    expect(refusalOrder(saying(other))).toEqual([]);
  expect([precedes(byWords, 403, 404, 'last'), precedes(byWords, 405, 404, 'last')]).toEqual([true, true]);
  expect(refusalOrder(saying('The first of these is used: a fork, a spoon, a knife, a plate.'))).toEqual([]);
});

test.each([
  ['We do not take credentials from the query string or from cookies.', true],
  ['Keys are only read from headers.', true],
  ['Tokens are never accepted in the URL.', true],
  ['Credentials in the query string or in the body get you nowhere.', true],
  ["A token in the URL won't get you in.", true],
  ['An API key in the query string has no effect.', true],
  ['A page token in the query has no effect on the order.', false],
  ['Filters are read from the query, and keys from headers.', false],
  ['The key is accepted not only in the header but in the query as well.', false],
  ['A key in the query is not recommended, but accepted.', false],
  ['Idempotency keys are not accepted in the query.', false],
  ['Expired tokens in the query are refused.', false],
])('%s', (description, expected) => {
  expect(saysNoKeyInQuery(saying(description))).toBe(expected);
});

test.each([
  ['Without valid credentials every path answers 401.', true],
  ['All routes reply with 401 if there is no API key.', true],
  ['Without a key most paths answer 401.', false],
])('%s', (description, expected) => {
  expect(saysEveryPathAsks(saying(description))).toBe(expected);
});

test.each([
  ["A path we do serve, with a method that we don't, is a `405`.", { isOther405: true, isHeadServed: false }],
  ['A method that a path does not have gives 405 with an `Allow` header.', { isOther405: true, isHeadServed: false }],
  ['Unsupported methods are answered with 405.', { isOther405: true, isHeadServed: false }],
  ['HEAD is understood wherever GET is.', { isOther405: false, isHeadServed: true }],
  ['HEAD works wherever GET does.', { isOther405: false, isHeadServed: true }],
  ['Every path with a GET also answers HEAD.', { isOther405: false, isHeadServed: true }],
  ['HEAD is not supported where there is a GET.', { isOther405: false, isHeadServed: false }],
  ['Every `GET` also answers `HEAD`, with the same status and headers and no body.', { hasSameHeaders: true }],
  ['HEAD is served wherever GET is, and gives the same response without a body.', { hasSameHeaders: true }],
  ['HEAD works wherever GET does.', { hasSameHeaders: false }],
  [
    'Every path that has `GET` also understands `HEAD`, which gives the headers of the `GET`.',
    { hasSameHeaders: true },
  ],
  ['Wherever `GET` is possible, `HEAD` is, with the status and headers of the GET.', { hasSameHeaders: true }],
  ['HEAD is served wherever GET is. GET gives headers of caches.', { hasSameHeaders: false }],
  ['Where GET has a body, HEAD is cheaper.', { isHeadServed: false }],
  ['HEAD works for all exports.', { isHeadServed: false }],
  ['Other methods are refused with 405.', { isOther405: true }],
  ['A method that is not allowed gives 404 or 405.', { isOther405: false }],
  ['Unknown methods are a 501, not a 405.', { isOther405: false }],
  [
    'Every GET also serves HEAD, with the headers of the GET, such as `Content-Length`.',
    { hasSameHeaders: true, named: ['Content-Length'] },
  ],
])('%s', (description, expected) => {
  expect(saysOfMethods(saying(description))).toMatchObject(expected);
});

test.each([
  [
    'A range that is reversed fits nothing, which is not an error; neither is the id of an unknown record in a filter.',
    true,
  ],
  ['An unknown id in a filter gives an empty list.', true],
  ['Filtering by an owner that does not exist returns no results.', true],
  ['Filters narrow each other. An unknown id gives 404.', false],
])('%s', (text, expected) => {
  expect(saysUnknownFitsNothing({ around: [text], parameters: [] } as unknown as Operation)).toBe(expected);
});

test.each([
  ['All errors are problem reports (RFC 9457, `application/problem+json`) of one form.', 'application/problem+json'],
  ['Every error is returned as `application/vnd.shop.error+json`.', 'application/vnd.shop.error+json'],
  ['All error responses use problem details.', 'application/problem+json'],
  ['# Errors\nErrors are `application/problem+json` with a `code`.', 'application/problem+json'],
  ['Errors are problem details.', 'application/problem+json'],
  ['Errors are problem details where a body is wrong.', undefined],
  ['Validation errors are problem details.', undefined],
  ['Most errors are problem details.', undefined],
  ['All validation errors are problem details.', undefined],
  ['Every error has a code.', undefined],
  ['All errors but those of the gateway are problem details.', undefined],
])('the type of all errors, by %j: %j', (description, expected) => {
  expect(typeOfAllErrors(saying(description))).toBe(expected);
});

test.each([
  ['Every reply carries the header `X-Trace`.', [['X-Trace']]],
  ['Every answer, errors included, carries `X-Trace`.', [['X-Trace']]],
  ['All responses have `Cache-Control: no-store`.', [['Cache-Control', 'no-store']]],
  ['Every response also carries `Cache-Control: no-store`.', [['Cache-Control', 'no-store']]],
  ['`Cache-Control: no-store` is sent with every response.', [['Cache-Control', 'no-store']]],
  ['`X-Frame-Options` is `DENY` on all responses.', [['X-Frame-Options', 'DENY']]],
  ['Every error response carries `X-Trace`.', [['X-Trace', 'errors']]],
  ['## Headers of every answer\n\n`X-Kind` is `nosniff`, and `X-Id` is new.', [['X-Kind', 'nosniff']]],
  ['Every list response carries `X-Total`.', []],
  ['All other responses have `Cache-Control: no-store`.', []],
  ['Every reply carries `X-Trace`, except a 401.', []],
  ['Not every reply carries `X-Trace`.', []],
  ['Nearly all responses have `X-Trace`.', []],
  ['Every reply has either `X-Trace` or `X-Span-Id`.', []],
  ['Every reply has `X-Trace: t-1`, for example.', []],
  ['`Cache-Control: no-store` on all responses to POST.', []],
  ['## Headers\n\n`X-Kind` is `nosniff`.', []],
  [
    '| Header | On | Meaning |\n|---|---|---|\n| `Request-Id` | every response, errors too | An id. |\n| `Rate-Limit` | every response to a known client | A limit. |\n| `X-Etag` | some responses | A tag. |',
    [['Request-Id']],
  ],
  ['| Header | Meaning |\n|---|---|\n| `Request-Id` | every response |', []],
])('the headers that all replies are said to have by %j', (description, wanted) => {
  const said = headersOfAll(saying(description)).map(({ name, value, isOfErrors }) =>
    [name, value, isOfErrors ? 'errors' : undefined].filter((one) => one !== undefined),
  );
  expect(said).toEqual(wanted);
});

test.each([
  ['`X-Rate-Remaining` goes down by one with each request.', true],
  ['Each request takes one off `X-Rate-Remaining`.', true],
  ['Each request to the search takes 1 of `X-Rate-Remaining`.', false],
  ['Each call costs between 1 and 10 of `X-Rate-Remaining`.', false],
  ['Each call takes one second off `X-Rate-Remaining`.', false],
])('whether a rest goes down by one, by %j: %j', (description, expected) => {
  const operations = [{ replies: [{ headers: [{ name: 'X-Rate-Remaining', description: '' }] }] }];
  const contract = { ...saying(description), operations } as unknown as Parameters<typeof countedDown>[0];
  expect(countedDown(contract) !== undefined).toBe(expected);
});

test.each([
  [
    "Query parameters that we don't list are ignored. A listed one with a value that isn't allowed is a `400`.",
    [true, false],
  ],
  ['Query parameters are read as they come. Unknown ones are refused with 400.', [false, true]],
  ['Invalid query parameters are refused.', [true, false]],
  [
    'Query parameters that an operation does not know are refused by 400, and so are values that the parameter does not permit.',
    [true, true],
  ],
  ['Query parameters may come in any order. Values out of range are not refused, but cut off.', [false, false]],
  ['Query parameters may come in any order. A body with an invalid value is a 422.', [false, false]],
])('%s', (text, expected) => {
  const { isInvalid, isUnknown } = refusedQueriesOf({ replies: [], around: [text] } as unknown as Operation);
  expect([isInvalid, isUnknown]).toEqual(expected);
});

test('what a list refuses, a read of one record may pass over', () => {
  const around = ['Query parameters that a list does not know are refused (400).'];
  const replies = [{ status: 400, description: 'A query parameter that is not known here.' }];
  const isUnknown = (path: string) => refusedQueriesOf({ path, replies, around } as unknown as Operation).isUnknown;
  expect(isUnknown('/orders')).toBe(true);
  expect(isUnknown('/orders/{id}')).toBe(false);
});

test.each([
  ['Query parameters that an operation does not list, and values that do not fit, are refused with `400`.', [400, 400]],
  ['Unknown query parameters are refused with 422. Malformed bodies are refused with 400.', [422, undefined]],
  ['Unknown query parameters are refused with 400. Invalid values of a parameter are refused with 422.', [400, 422]],
  ['Unknown query parameters are refused with 400, invalid values of a parameter with 422.', [undefined, undefined]],
  ['Unknown query parameters are refused.', [undefined, undefined]],
])('the status that refuses a query is read of what is said of such queries: %s', (text, [unknown, invalid]) => {
  const { statuses } = refusedQueriesOf({ replies: [], around: text.split(/(?<=\.) /) } as unknown as Operation);
  expect(statuses).toMatchObject({ unknown, invalid });
});

test('no status is wanted for a query where an operation has both, and words beside the other one', () => {
  const around = ['Unknown query parameters are refused with 400, and so are invalid ones.'];
  const replies = [400, 422].map((status) => ({
    status,
    description: status === 422 ? 'A query parameter is invalid.' : 'Bad.',
  }));
  expect(refusedQueriesOf({ replies, around } as unknown as Operation).statuses).toMatchObject({ unknown: undefined });
});
