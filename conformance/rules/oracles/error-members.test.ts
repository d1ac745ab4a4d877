import { contractOf } from '../../../openapi/contract/testing/documents';
import { exchangeOf } from '../../testing/exchange';
import type { History } from '../rule';
import { errorMembers } from './error-members';

const HEAD = [
  '`type` is `https://things.example/problems/` followed by `code`.',
  'For 400 `bad_query` and 422 there is an `errors` array with an entry for *every* mistake, not only the first.',
].join(' ');

/** The keys of what is wrong with an error; undefined where nothing is said of it. */
async function judged(status: number, body: object, head = HEAD, beside = 'Refused.', isOpen = true) {
  const text = { type: 'string' };
  const problem = {
    type: 'object',
    properties: {
      type: text,
      code: {
        type: 'string',
        enum: ['bad_query', 'bad_cursor', 'invalid', 'moved', 'twice'],
        description: '400 bad_query, bad_cursor; 422 invalid; the rest are 409.',
      },
      errors: { type: 'array', items: { type: 'object' } },
      current: { type: 'string', description: 'Present with `moved`: the state that it is in.' },
      hint: { type: 'string', description: 'May be present with `moved`.' },
    },
  };
  const refused = { description: 'Refused.', content: { 'application/problem+json': { schema: problem } } };
  const contract = await contractOf({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1', description: head },
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          responses: { '409': { ...refused, description: beside }, ...(isOpen && { '4XX': refused }) },
        },
      },
    },
  });
  const headers = { 'content-type': 'application/problem+json' };
  const exchange = exchangeOf(contract, { operation: 'listThings', status, headers, body });
  return errorMembers.judge({ exchange } as unknown as { exchange: typeof exchange } & History)?.map(({ key }) => key);
}

const typed = (code: string) => ({ type: `https://things.example/problems/${code}`, code });
const errors = [{}];

test('a code of one status that comes with another, though the operation lists neither', async () => {
  expect(await judged(422, { ...typed('bad_query'), errors }, HEAD, 'Refused.', false)).toEqual(['code']);
  expect(await judged(422, { ...typed('invalid'), errors }, HEAD, 'Refused.', false)).toEqual([]);
});

test.each([
  [400, { ...typed('bad_query'), errors }, []],
  [400, typed('bad_query'), ['errors']],
  [400, typed('bad_cursor'), []],
  [422, typed('invalid'), ['errors']],
  [422, { ...typed('bad_query'), errors }, ['code']],
  [409, typed('moved'), ['current']],
  [409, { ...typed('moved'), current: 'shut' }, []],
  [409, typed('twice'), []],
  [409, typed('invalid'), ['code']],
  [409, { ...typed('twice'), type: 'about:blank' }, ['type']],
])('a %d with %j', async (status, body, wrong) => {
  expect(await judged(status, body)).toEqual(wrong);
});

test('a form with the name of a member in it, and words that leave it open', async () => {
  expect(await judged(409, typed('twice'), '`type` is `https://things.example/problems/{code}`.')).toEqual([]);
  expect(await judged(409, typed('twice'), '`type` is `urn:{code}`.')).toEqual(['type']);
  expect(await judged(422, typed('invalid'), 'For 422 there may be an `errors` array.')).toEqual([]);
  expect(await judged(422, typed('invalid'), 'For 422 there is no `errors` array.')).toEqual([]);
  expect(await judged(422, typed('invalid'), '`bad_query` and `invalid` list what is wrong in `errors`.')).toEqual([
    'errors',
  ]);
  expect(await judged(409, typed('twice'), '`bad_query` and `invalid` list what is wrong in `errors`.')).toEqual([]);
  expect(await judged(422, typed('invalid'), '`invalid` may list what is wrong in `errors`.')).toEqual([]);
});

describe('codes that are the end of an address', () => {
  const FRONT = 'https://things.example/errors/';
  const HEAD = [
    `\`status\` is the HTTP status, \`trace\` the \`X-Trace-Id\` header, and \`type\` is \`${FRONT}\` followed by one of`,
    '\n\n| status | type |\n|---|---|\n| 400 | `bad-query` |\n| 400 | `key-needed` |\n| 409 | `moved` |\n| 422 | `invalid` |\n\n',
    'For `bad-query` and `invalid` the member `errors` lists **everything**. For `moved` there is `current`, the state.',
  ].join('');

  async function judged(status: number, body: object, sent: Record<string, string> = { 'x-key': 'k' }) {
    const text = { type: 'string' };
    const schema = {
      type: 'object',
      properties: { type: text, status: { type: 'integer' }, trace: text, current: text, errors: { type: 'array' } },
    };
    const headers = { 'X-Trace-Id': { schema: text } };
    const refused = { description: 'Refused.', headers, content: { 'application/problem+json': { schema } } };
    const description = 'Without it the answer is 400 `key-needed`.';
    const key = { name: 'X-Key', in: 'header', required: true, description, schema: text };
    const contract = await contractOf({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1', description: HEAD },
      paths: { '/things': { get: { operationId: 'listThings', parameters: [key], responses: { '4XX': refused } } } },
    });
    const exchange = exchangeOf(contract, {
      operation: 'listThings',
      ...{ status, body },
      headers: { 'content-type': 'application/problem+json', 'x-trace-id': 't1' },
      parts: { headers: sent },
    });
    return errorMembers
      .judge({ exchange } as unknown as { exchange: typeof exchange } & History)
      ?.map(({ key }) => key);
  }

  test.each([
    [400, { type: `${FRONT}bad-query`, errors: [{}], trace: 't1' }, []],
    [400, { type: `${FRONT}bad-query` }, ['errors']],
    [400, { type: `${FRONT}invalid`, errors: [{}] }, ['type']],
    [400, { type: `${FRONT}unheard-of` }, []],
    [409, { type: `${FRONT}moved` }, ['current']],
    [409, { type: `${FRONT}moved`, current: 'shut' }, []],
    [409, { type: 'about:blank' }, []],
    [422, { type: `${FRONT}invalid`, errors: [{}], trace: 'another' }, ['trace']],
  ])('a %d with %j', async (status, body, wrong) => {
    expect(await judged(status, body)).toEqual(wrong);
  });

  test('what a request without its header is refused with', async () => {
    expect(await judged(400, { type: `${FRONT}bad-query`, errors: [{}] }, {})).toEqual(['type']);
    expect(await judged(400, { type: `${FRONT}key-needed` }, {})).toEqual([]);
  });
});

test.each([
  ['It is there (`twice`).', ['code']],
  ['`twice` or `moved`.', []],
  ['It is there (`twice`), or it has gone elsewhere (`moved`).', []],
  ['It is there (`twice`), or whatever the operation says.', []],
  ['Such as `twice`.', []],
])('the codes of a status beside it: %s', async (beside, wrong) => {
  const error = { ...typed('moved'), current: 'shut' };
  expect(await judged(409, error, HEAD, beside)).toEqual(wrong);
});

test('the codes of each status in a table under their name', async () => {
  const table = '| Status | Codes |\n|---|---|\n| 400 | `bad_query` |\n| 409 | `moved`, `twice` |\n| 422 | `invalid` |';
  expect(await judged(409, { code: 'bad_query' }, `These are all:\n\n${table}`)).toEqual(['code']);
  expect(await judged(409, { code: 'twice' }, `These are all:\n\n${table}`)).toEqual([]);
});

test.each([
  [409, { code: 'invalid' }, ['code']],
  [409, { code: 'twice' }, []],
  // Beside the member: `With `moved`.`
  [409, { code: 'moved' }, ['current']],
  [409, { code: 'moved', current: 'shut' }, []],
])('codes in a table whose cells are sentences and have more in them: %s %j', async (status, body, keys) => {
  const text = { type: 'string' };
  const problem = {
    type: 'object',
    properties: { code: text, current: { ...text, description: 'With `moved`. It is where it is now.' } },
  };
  const rows = [
    ...[
      '| 400 | `bad_query` | The query is wrong. Look at `detail`. |',
      '| 409 | `moved` (with `current`), `twice` | It is elsewhere. |',
    ],
    '| 422 | `invalid` | The body breaks its schema. |',
  ];
  const description = ['Branch on `code`.', '', '| Status | Code | When |', '|---|---|---|', ...rows].join('\n');
  const refused = { description: 'Refused.', content: { 'application/problem+json': { schema: problem } } };
  const contract = await contractOf({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1', description },
    paths: { '/things': { get: { operationId: 'listThings', responses: { '4XX': refused } } } },
  });
  const headers = { 'content-type': 'application/problem+json' };
  const exchange = exchangeOf(contract, { operation: 'listThings', status, headers, body });
  const found = errorMembers.judge({ exchange } as unknown as { exchange: typeof exchange } & History);
  expect(found?.map(({ key }) => key)).toEqual(keys);
});

describe('codes of which only words tell', () => {
  const HEAD_OF_TOLD =
    'A missing credential is answered with `401`, code `unauthenticated`. Text that is no JSON gets `400`, code `malformed`. What is not there gets `404`, code `not_found`.';
  const judgedTold = async (beside: string, code: string) => {
    const problem = { type: 'object', properties: { code: { type: 'string' } } };
    const contract = await contractOf({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1', description: HEAD_OF_TOLD },
      paths: {
        '/things': {
          get: {
            operationId: 'listThings',
            responses: { '401': { description: beside, content: { 'application/problem+json': { schema: problem } } } },
          },
        },
      },
    });
    const headers = { 'content-type': 'application/problem+json' };
    const exchange = exchangeOf(contract, { operation: 'listThings', status: 401, headers, body: { code } });
    return errorMembers
      .judge({ exchange } as unknown as { exchange: typeof exchange } & History)
      ?.map(({ key }) => key);
  };

  test.each([
    ['The credential is missing or unknown (code `unauthenticated`).', 'unauthorized', ['code']],
    ['The credential is missing or unknown (code `unauthenticated`).', 'unauthenticated', []],
    ['The account is closed, or the credential is unknown (code `unauthenticated`).', 'closed', undefined],
    ['The credential is missing. The operation names the codes.', 'other', undefined],
    ['`start_date`, `end_date` or `due_date` is out of range.', 'validation', undefined],
    ['`no_key` or `bad_key`.', 'validation', ['code']],
    ['`no_key`, `bad_key` or a code that the operation names.', 'validation', undefined],
  ])('%s %s', async (beside, code, keys) => {
    expect(await judgedTold(beside, code)).toEqual(keys);
  });
});

const SAYS_IN = 'Refusals with `400` `bad_query` / `invalid` and all `422`s say in `errors` which inputs were wrong.';

test.each([
  [400, { code: 'bad_query' }, ['errors']],
  [400, { code: 'invalid' }, ['errors']],
  [400, { code: 'bad_cursor' }, []],
  [422, { code: 'invalid' }, ['errors']],
  [422, { code: 'invalid', errors }, []],
])('%s codes behind one status: %j', async (status, body, keys) => {
  expect(await judged(status, body, SAYS_IN)).toEqual(keys);
});

test('what the type of an error ends with may be named without being set as code', async () => {
  const head = 'Each has a `code`, and `type` is `https://things.example/problems/` followed by the code.';
  const error = { type: 'https://things.example/problems/moved', code: 'moved', current: 'x' };
  expect(await judged(409, error, head)).toEqual([]);
  expect(await judged(409, { ...error, type: 'about:blank' }, head)).not.toEqual([]);
  expect(await judged(409, { ...error, type: 'about:blank' }, head.replace('the code', 'a number'))).toEqual([]);
  const set = 'Each has a `code`, and `type` is `about:blank` with hint set.';
  expect(await judged(409, { ...error, type: 'about:blank', hint: 'x' }, set)).toEqual([]);
});

test.each([
  ['wrong_state; empty_order (no lines); no_address.', '', 409, 'empty_order', []],
  ['wrong_state; empty_order (no lines); no_address.', '', 422, 'empty_order', ['code']],
  [
    'Not now.',
    '422 `unknown_customer`, `unknown_address` (also of others). 409 `twice_there`.',
    409,
    'unknown_address',
    ['code'],
  ],
  [
    'Not now.',
    '422 `unknown_customer`, `unknown_address` (also of others). 409 `twice_there`.',
    409,
    'twice_there',
    [],
  ],
  ['Not now.', 'What is there twice is a `twice_there` (409).', 422, 'twice_there', ['code']],
  ['Not now.', '400 for bad JSON; `rate_limited` comes with 429.', 429, 'rate_limited', []],
  ['Not now.', '400 for bad JSON, `rate_limited` comes with 429.', 429, 'rate_limited', []],
  [
    'Not now.',
    'Codes: 401 unauthorized, 403 forbidden, 404 not_found, 405 bad_method. A file that was removed: 404 `gone`.',
    404,
    'gone',
    [],
  ],
  ['Not now.', 'A name is longer than 500 characters (`name_too_long`).', 422, 'name_too_long', []],
  ['Not now.', 'Answers 404 or 409 with `order_unknown` or `order_locked`.', 409, 'order_locked', []],
  ['Not now.', '`not_found` comes with 404, `order_locked` with 409.', 409, 'order_locked', []],
  [
    'Not now.',
    'Typical codes are 401 unauthorized, 403 forbidden, 404 not_found, 409 conflict.',
    409,
    'order_locked',
    [],
  ],
  ['Not now.', 'A body that is wrong gives `not_valid` (400 or 422). A 422 `other_code`.', 422, 'not_valid', []],
  // Named with both, or with none.
  ['Not now.', 'A 400 `not_good`, or a 422 `not_good`.', 422, 'not_good', []],
  ['Not now.', 'A `not_good` has its reasons.', 422, 'not_good', []],
  ['Not now.', 'A 409 `not_good`.', 422, 'another', []],
  ['Not now.', 'Codes: 401 unauthorized, 403 forbidden, 404 not_found, 405 method_not_allowed.', 404, 'gone', ['code']],
  ['Not now.', 'Codes: 401 unauthorized, 403 forbidden, 404 not_found, 405 method_not_allowed.', 409, 'gone', []],
])(
  'a code goes with the status that words name it with: %s %s %d %s',
  async (refusal, head, status, code, expected) => {
    const problem = { type: 'object', properties: { code: { type: 'string' } } };
    const refused = { description: 'Refused.', content: { 'application/problem+json': { schema: problem } } };
    const contract = await contractOf({
      ...{ openapi: '3.1.0', info: { title: 'Things', version: '1', description: head } },
      paths: {
        '/things': {
          post: { operationId: 'make', responses: { '409': { ...refused, description: refusal }, '4XX': refused } },
        },
      },
    });
    const headers = { 'content-type': 'application/problem+json' };
    const exchange = exchangeOf(contract, { operation: 'make', status, headers, body: { code } });
    const found = errorMembers.judge({ exchange } as unknown as { exchange: typeof exchange } & History);
    expect((found ?? []).map(({ key }) => key)).toEqual(expected);
  },
);
