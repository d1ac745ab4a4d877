import type { Contract, Operation } from '../../../openapi/contract';
import { contractOf } from '../../../openapi/contract/testing/documents';
import { shippedContract } from '../../testing/contract';
import { exchangeOf, LAWFUL_HEADERS, type Told } from '../../testing/exchange';
import type { History, Oracle } from '../rule';
import { ORACLES } from '.';

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

const JSON_TYPE = { 'content-type': 'application/json' };
const PET = { id: 1, name: 'Rex', categoryId: 3 };
const ERROR = { code: 'not_found', message: 'No.', status: 404 };
const notFound = (body: unknown, more: Partial<Told> = {}): Told => ({
  operation: 'getPet',
  parts: { path: { petId: 1 } },
  status: 404,
  headers: JSON_TYPE,
  body,
  ...more,
});
const created = (body: unknown): Told => ({ operation: 'createPet', status: 201, headers: JSON_TYPE, body });
const with429 = (headers: Readonly<Record<string, string>>): Told => ({ status: 429, headers });
const failed = (kind: 'timeout' | 'closed' | 'malformed'): Told => ({ failure: { kind, message: 'it broke' } });
const nothing = undefined;

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

/** What an exchange is, what an oracle sees in it: no fault, the keys of faults, or nothing that it speaks of. */
type Row = readonly [what: string, told: Told, keys: readonly string[] | undefined];

const over = (hasExcess: boolean): Told => ({ connection: { number: 1, carried: 0, hasExcess } });

const TABLE: Readonly<Record<string, readonly Row[]>> = {
  'reply.arrives': [
    ['a whole reply', {}, []],
    ['no reply in time', failed('timeout'), ['timeout']],
    ['a closed connection', failed('closed'), ['closed']],
    ['what is not HTTP', failed('malformed'), ['malformed']],
    ['no reply to a method that the contract does not have', { ...failed('closed'), method: 'HEAD' }, nothing],
  ],
  'reply.ends': [
    ['a reply and no more', over(false), []],
    ['more behind a reply', over(true), ['GET 200']],
    ['more behind a reply to HEAD', { ...over(true), method: 'HEAD' }, ['HEAD 200']],
    ['a reply over a connection that is not known', {}, nothing],
    ['no reply', { ...over(true), ...failed('closed') }, nothing],
  ],
  'reply.no-5xx': [
    ['a 200', {}, []],
    ['a 404', { status: 404 }, []],
    ['a 500', { status: 500 }, ['500']],
    ['a 503', { status: 503 }, ['503']],
    ['a 501', { status: 501 }, ['501']],
    ['a 501 for a method that the contract does not have', { status: 501, method: 'HEAD' }, nothing],
    ['no reply', failed('closed'), nothing],
  ],
  'reply.status': [
    ['a documented 200', {}, []],
    ['a success that the default stands for', { status: 204 }, []],
    ['a redirect that the default stands for', { status: 302 }, []],
    ['a 201 of a create', created(PET), []],
    ['an error that the default stands for', { status: 418 }, []],
    ['a 500, which another oracle speaks of', { status: 500 }, nothing],
    ['no reply', failed('closed'), nothing],
    ['a refusal of HEAD, of which the contract says nothing', { method: 'HEAD', status: 302, body: '' }, nothing],
  ],
  'reply.media-type': [
    ['JSON', { headers: JSON_TYPE }, []],
    ['JSON with a charset, in capitals', { headers: { 'content-type': 'Application/JSON; charset=utf-8' } }, []],
    ['HTML', { headers: { 'content-type': 'text/html' }, body: '<p>' }, ['type']],
    ['another JSON', { headers: { 'content-type': 'application/problem+json' } }, ['type']],
    ['no Content-Type', { headers: {} }, ['type']],
    ['no body', { headers: JSON_TYPE, body: '' }, ['no body']],
    ['no reply', failed('closed'), nothing],
    ['a reply to HEAD, which has no body', { method: 'HEAD', headers: {}, body: '' }, nothing],
  ],
  'reply.json': [
    ['JSON', {}, []],
    ['JSON with a duplicate name', { body: '{"a":1,"a":2}' }, []],
    ['half of it', { body: '[{"id":1' }, ['json']],
    ['a comma too many', { body: '[1,]' }, ['json']],
    ['NaN', { body: '[NaN]' }, ['json']],
    ['Latin-1', { body: Buffer.from([0x22, 0xe9, 0x22]) }, ['json']],
    ['UTF-16', { body: Buffer.from('[]', 'utf16le') }, ['json']],
    ['what claims to be gzip', { headers: { 'content-encoding': 'gzip' } }, ['json']],
    ['no body, which another oracle speaks of', { body: '' }, []],
    ['no reply', failed('closed'), nothing],
    ['a reply to HEAD, which has no body', { method: 'HEAD', body: '' }, nothing],
  ],
  'reply.judgeable': [
    ['JSON', {}, []],
    ['what is no JSON, which another oracle speaks of', { body: '[1,]' }, []],
    ['ninety thousand values', { body: `[${'1,'.repeat(89_999)}1]` }, []],
    ['a million values', { body: `[${'1,'.repeat(999_999)}1]` }, ['unread']],
    ['a hundred levels', { body: '['.repeat(100) + ']'.repeat(100) }, []],
    ['a thousand levels', { body: '['.repeat(1000) + ']'.repeat(1000) }, ['unread']],
    [
      'a thousand levels for a body of few',
      { operation: 'createPet', parts: { body: [[PET]] }, status: 400, headers: JSON_TYPE, body: '['.repeat(1000) },
      ['unread'],
    ],
    [
      'a refusal that repeats a body of two hundred levels in a few of its own',
      {
        ...{ operation: 'createPet', parts: { body: deep(200) }, status: 400, headers: JSON_TYPE },
        body: { detail: [{ input: deep(200) }] },
      },
      nothing,
    ],
    ['a coding that few clients have', { headers: { 'content-encoding': 'zstd' }, body: '(/zstd' }, ['unread']],
    ['a refusal for fifty minutes', with429({ 'retry-after': '3000' }), []],
    ['a refusal for a day', with429({ 'retry-after': '86400' }), ['refused']],
    ['a refusal until next year', with429({ 'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT' }), ['refused']],
    [
      'a failure for a day, of a key that is there to be used up',
      { parts: { credential: 'limit' }, status: 503, headers: { 'retry-after': '86400' } },
      [],
    ],
    ['no reply', failed('closed'), nothing],
    ['a reply to HEAD, which has no body', { method: 'HEAD', body: '' }, nothing],
  ],
  'reply.schema': [
    ['a million numbers in the place of records', { body: `[${'1,'.repeat(999_999)}1]` }, ['200 /* type']],
    ['no records', { body: [] }, []],
    ['a record', { body: [PET] }, []],
    ['a record with more than the contract names', { body: [{ ...PET, colour: 'brown' }] }, []],
    ['the largest id of 64 bits', { body: '[{"id":9223372036854775807,"name":"","categoryId":0}]' }, []],
    [
      'an id beyond 64 bits',
      { body: '[{"id":9223372036854775808,"name":"","categoryId":0}]' },
      ['200 /*/id exactNumber'],
    ],
    ['an id of 1e300', { body: '[{"id":1e300,"name":"","categoryId":0}]' }, ['200 /*/id exactNumber']],
    ['an id as text', { body: [{ ...PET, id: '1' }] }, ['200 /*/id exactNumber']],
    ['a name missing', { body: [{ id: 1, categoryId: 3 }] }, ['200 /*/name required']],
    ['a status of no enumeration', { body: [{ ...PET, status: 'lost' }] }, ['200 /*/status enum']],
    ['one record alone', { body: PET }, ['200  type']],
    [
      'three violations in records of a list, each once',
      {
        body: [
          { id: 1, categoryId: '3', status: 'lost' },
          { id: 2, categoryId: '3' },
        ],
      },
      ['200 /*/name required', '200 /*/categoryId exactNumber', '200 /*/status enum'],
    ],
    ['a created record', created(PET), []],
    ['an error, which another oracle speaks of', notFound({}), nothing],
    ['what is no JSON', { body: 'no' }, nothing],
    ['no reply', failed('closed'), nothing],
    ['a reply to HEAD, which has no body', { method: 'HEAD', body: '' }, nothing],
  ],
  'error.envelope': [
    ['an error', notFound(ERROR), []],
    ['an error with more than the contract names', notFound({ ...ERROR, details: [] }), []],
    ['an error without a code', notFound({ message: 'No.', status: 404 }), ['404 /code required']],
    ['a status as text', notFound({ ...ERROR, status: '404' }), ['404 /status exactNumber']],
    [
      'an error of another form, all of whose members are missing',
      notFound({ error: 'No.' }),
      ['404 /code required', '404 /message required', '404 /status required'],
    ],
    ['an error that the default stands for', notFound({ ...ERROR, status: 418 }, { status: 418 }), []],
    ['a success', {}, nothing],
    ['no reply', failed('closed'), nothing],
    ['a reply to HEAD, which has no body', { method: 'HEAD', status: 404, body: '' }, nothing],
  ],
  'error.status': [
    ['the same status', notFound(ERROR), []],
    ['another status', notFound({ ...ERROR, status: 400 }), ['status']],
    ['no status, which the schema speaks of', notFound({}), []],
    ['a success', {}, nothing],
    ['what is no JSON', notFound('no'), nothing],
    ['a reply to HEAD, which has no body', { method: 'HEAD', status: 404, body: '' }, nothing],
  ],
  'reply.headers': [
    ['lawful headers', { headers: LAWFUL_HEADERS }, []],
    [
      'no rate limit',
      { headers: JSON_TYPE },
      ['X-RateLimit-Limit missing', 'X-RateLimit-Remaining missing', 'X-RateLimit-Reset missing'],
    ],
    ['a limit of letters', { headers: { ...LAWFUL_HEADERS, 'x-ratelimit-limit': 'many' } }, [expect.any(String)]],
    ['a fraction', { headers: { ...LAWFUL_HEADERS, 'x-ratelimit-remaining': '1.5' } }, [expect.any(String)]],
    ['no reply', failed('closed'), nothing],
    ['a reply to HEAD, which may leave them out', { method: 'HEAD', body: '' }, nothing],
  ],
  'allowance.headers': [
    ['what makes sense', at(1_700_000_000, 30, { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '60' }), []],
    ['figures without a clock', { headers: { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' } }, []],
    [
      'more left than there is',
      { headers: { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '61' } },
      ['remaining'],
    ],
    ['a reset in seconds from now', { headers: { 'x-ratelimit-reset': '30' } }, ['reset unit']],
    ['a reset in milliseconds', { headers: { 'x-ratelimit-reset': '1700000000000' } }, ['reset unit']],
    ['a reset within the longest window', at(1_700_000_000, 86_400), []],
    ['a reset of this second, told a moment ago', at(1_700_000_000, -1), []],
    ['a reset in the past', at(1_700_000_000, -60), ['reset past']],
    ['a reset beyond the longest window', at(1_700_000_000, 86_500), ['reset far']],
    ['a ban that outlasts it', { ...at(1_700_000_000, 200_000), status: 429 }, []],
    ['a slow reply, whose window ended meanwhile', { ...at(1_700_000_000, -8), milliseconds: 8000 }, []],
    ['no reply', failed('closed'), nothing],
  ],
  'allowance.retry-after': [
    ['seconds', with429({ 'retry-after': '30' }), []],
    ['none to wait', with429({ 'retry-after': '0' }), []],
    ['an HTTP date', with429({ 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }), []],
    ['an old form of it', with429({ 'retry-after': 'Sunday, 06-Nov-94 08:49:37 GMT' }), []],
    ['nothing', with429({}), ['missing']],
    ['a fraction', with429({ 'retry-after': '1.5' }), ['form']],
    ['a duration', with429({ 'retry-after': '30s' }), ['form']],
    ['a date of another kind', with429({ 'retry-after': '2026-01-01T00:00:00Z' }), ['form']],
    ['a success', {}, nothing],
    ['no reply', failed('closed'), nothing],
    ['a 429 to HEAD, of which the contract says nothing', { method: 'HEAD', status: 429, body: '' }, nothing],
  ],
  'credentials.steady': [
    ['a success', {}, []],
    ['one with a wrong key, which another oracle judges', { parts: { credential: { wrong: 'empty' } } }, nothing],
    ['a 401, which may be the last that comes', { status: 401 }, nothing],
    ['no reply', failed('closed'), nothing],
  ],
};

/** A reply at a time by the server's clock, with a reset so many seconds later. */
function at(now: number, later: number, more: Readonly<Record<string, string>> = {}): Told {
  return { headers: { date: new Date(now * 1000).toUTCString(), 'x-ratelimit-reset': String(now + later), ...more } };
}

const oracleOf = (id: string): Oracle => {
  const oracle = ORACLES.find((one) => one.id === id);
  if (oracle === undefined) throw new Error(`There is no oracle ${id}.`);
  return oracle;
};

const historyOf = (more: Partial<History['target']> = {}, previous?: Told): History => ({
  contract,
  target: { baseUrl: '', plan: undefined, limitPlan: undefined, exclusive: false, ...more },
  previous: previous === undefined ? undefined : exchangeOf(contract, previous),
  first: previous === undefined ? undefined : exchangeOf(contract, previous),
  rises: 0,
  refused: undefined,
  named: undefined,
});

const keysOf = (id: string, told: Told, history: History) =>
  oracleOf(id)
    .judge({ exchange: exchangeOf(contract, told), ...history })
    ?.map(({ key }) => key);

describe.each(Object.keys(TABLE))('%s', (id) => {
  test.each(TABLE[id] ?? [])('%s', (_, told, keys) => {
    expect(keysOf(id, told, historyOf())).toEqual(keys);
  });

  test('quotes a sentence of the contract, and says where it stands', () => {
    for (const [, told] of TABLE[id] ?? []) {
      const { sentence, pointer } = oracleOf(id).clause({ exchange: exchangeOf(contract, told), contract });
      expect(sentence).toMatch(/\.$|\)$/);
      expect(pointer).toMatch(/^\//);
    }
  });
});

describe('allowance.headers knows the plan when it is told', () => {
  const limited = (limit: string): Told => ({ headers: { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': '1' } });
  test.each([
    ['the allowance of a minute', '60', 'free', []],
    ['that of a day', '1000', 'Free', []],
    ['that of another plan', '300', 'Free', ['limit']],
    ['any figure of a plan that has its own', '777', 'Enterprise', []],
    ['any figure where no plan was told', '777', undefined, []],
  ] as const)('%s', (_, limit, plan, keys) => {
    expect(keysOf('allowance.headers', limited(limit), historyOf({ plan }))).toEqual(keys);
  });

  test.each([
    ['a 401', { status: 401 }],
    ['a 413', { status: 413 }],
    ['a 400 to what is not decodable', { status: 400, parts: { rawQuery: 'status=%zz' } }],
  ])('but not whose figures %s shows', (_, more) => {
    expect(keysOf('allowance.headers', { ...limited('300'), ...more }, historyOf({ plan: 'Free' }))).toEqual([]);
  });
});

describe('allowance.count', () => {
  const left = (remaining: number, more: Readonly<Record<string, string>> = {}): Told => ({
    headers: { ...LAWFUL_HEADERS, 'x-ratelimit-remaining': String(remaining), ...more },
  });
  const judge = (previous: Told | undefined, now: Told, exclusive = true) =>
    keysOf('allowance.count', now, historyOf({ exclusive }, previous));

  test('more does not come back by one at each of very many requests, whatever the first reply tells', () => {
    const withRises = (rises: number, now: Told) =>
      keysOf('allowance.count', now, { ...historyOf({ exclusive: true }, left(30)), rises });
    expect(withRises(19, left(31))).toBeUndefined();
    expect(withRises(20, left(31))).toEqual(['rises']);
    expect(withRises(20, left(32))).toBeUndefined();
  });

  test.each([
    ['one less is lawful', left(59), left(58), []],
    ['two less is not', left(59), left(57), ['cost of GET']],
    ['none less is not', left(59), left(59), ['cost of GET']],
    ['more is not', left(59), left(60), ['rises']],
    ['more may come back where the first reply tells of an earlier run', left(58), left(59), undefined],
    ['another limit in the same window is not', left(59), left(58, { 'x-ratelimit-limit': '61' }), ['limit']],
    ['a new window begins anew', left(0), left(59, { 'x-ratelimit-reset': '1000000060' }), undefined],
    [
      'a reset that is rounded otherwise is the same window',
      left(59),
      left(58, { 'x-ratelimit-reset': '1000000001' }),
      [],
    ],
    [
      'what comes back to a bucket, which is full again when all is back, is lawful',
      { ...left(30), milliseconds: 3000 },
      { ...left(31, { 'x-ratelimit-reset': '784111807' }), milliseconds: 3000 },
      undefined,
    ],
    ['what a 429 costs is open', left(0), { ...left(0), status: 429 }, undefined],
    ['what a 401 costs is open', { ...left(5), status: 401 }, left(4), undefined],
    ['what HEAD costs is open', left(59), { ...left(59), method: 'HEAD' }, undefined],
    ['without figures there is nothing to count', left(59), { headers: {} }, undefined],
    ['the first request has nothing before it', undefined, left(59), undefined],
  ] as const)('%s', (_, previous, now, keys) => {
    expect(judge(previous, now)).toEqual(keys);
  });

  test('says nothing where others may use the key', () => {
    expect(judge(left(59), left(40), false)).toBeUndefined();
  });

  test('a rest stands still where words say that it goes down by one, whoever else uses the key', async () => {
    const headers = Object.fromEntries(
      ['RateLimit-Remaining', 'RateLimit-Reset'].map((name) => [name, { schema: { type: 'integer' } }]),
    );
    const keysBy = async (description: string, [before, now]: readonly number[], reset = 40) => {
      const said = await contractOf({
        ...{ openapi: '3.1.0', info: { title: 'Things', version: '1', description } },
        paths: { '/things': { get: { operationId: 'list', responses: { 200: { description: 'All.', headers } } } } },
      });
      const [previous, exchange] = [before, now].map((left) =>
        exchangeOf(said, {
          operation: 'list',
          headers: { 'ratelimit-remaining': String(left), 'ratelimit-reset': String(reset) },
        }),
      );
      const history = { ...historyOf(), contract: said, previous };
      return (
        exchange &&
        oracleOf('allowance.count')
          .judge({ exchange, ...history })
          ?.map(({ key }) => key)
      );
    };
    const said = '`RateLimit-Remaining` is what is left of them, going down by one with each request.';
    expect(await keysBy(said, [9, 9])).toEqual(['stands still']);
    expect(await keysBy('Each request takes one from `RateLimit-Remaining`.', [9, 9])).toEqual(['stands still']);
    expect(await keysBy(said, [9, 7])).toEqual([]);
    expect(await keysBy(said, [9, 9], 1)).toBeUndefined();
    expect(await keysBy('Each served request takes about one from `RateLimit-Remaining`.', [9, 9])).toBeUndefined();
    expect(await keysBy('`RateLimit-Remaining` is what is left of them.', [9, 9])).toBeUndefined();
  });

  test('shows the earlier exchange too', () => {
    const history = historyOf({ exclusive: true }, left(59));
    const [fault] = oracleOf('allowance.count').judge({ exchange: exchangeOf(contract, left(40)), ...history }) ?? [];
    expect(fault?.earlier).toBe(history.previous);
  });
});

describe('allowance.refused', () => {
  const RESET = 784_111_810;
  const saying = (left: number, more: Readonly<Record<string, string>> = {}, status = 200): Told => ({
    status,
    headers: {
      ...LAWFUL_HEADERS,
      'x-ratelimit-remaining': String(left),
      'x-ratelimit-reset': String(RESET),
      ...more,
    },
  });
  /** By the server's clock the reset is 33 seconds away. */
  const refused = (left: number, more: Readonly<Record<string, string>> = {}): Told =>
    saying(left, { 'retry-after': '33', ...more }, 429);
  const judge = (previous: Told | undefined, now: Told, target: Partial<History['target']> = {}) =>
    keysOf('allowance.refused', now, historyOf(target, previous));
  const OURS = { exclusive: true, plan: 'Free' };

  test.each([
    ['with nothing left is lawful', saying(0), refused(0), []],
    ['that says that there is more than there was is not', saying(0), refused(1), ['remaining']],
    ['that names its own end, with much left, is not', saying(40), refused(40), ['remaining']],
    ['for a request that costs more than is left is', saying(3), refused(3), []],
    ['of another window than the one that is reported is', saying(40), refused(40, { 'retry-after': '30000' }), []],
    ['after a 429 may be a ban', refused(0), refused(40), undefined],
    ['with nothing before it may be one, too', undefined, refused(40), undefined],
    ['without figures says nothing', saying(0), { status: 429 }, undefined],
    ['is what is judged', saying(1), saying(0), undefined],
  ] as const)('a 429 %s', (_, previous, now, keys) => {
    expect(judge(previous, now)).toEqual(keys);
  });

  test.each([
    ['long before the allowance of a plan is used up is not lawful', saying(30), refused(0), OURS, ['early']],
    ['just before it may be due to what else was sent', saying(9), refused(0), OURS, []],
    ['of another window', saying(30), refused(0, { 'x-ratelimit-limit': '1000' }), OURS, []],
    ['that a longer window has refused', saying(30), refused(0, { 'retry-after': '30000' }), OURS, []],
    ['of a key that others use', saying(30), refused(0), { ...OURS, exclusive: false }, []],
    ['of a key whose plan is not known', saying(30), refused(0), { exclusive: true }, []],
  ] as const)('a 429 to a key of ours, %s', (_, previous, now, target, keys) => {
    expect(judge(previous, now, target)).toEqual(keys);
  });
});

test('each oracle has a table', () => {
  const apart = [
    'allowance.count',
    'allowance.refused',
    'conditional.not-modified',
    'conditional.tag',
    'idempotency.other-body',
    'idempotency.replayed',
    'refusal.reason',
    'refusal.names',
    'created.location',
    'error.members',
    'reply.own-id',
    'reply.figures',
    'reply.times-utc',
    'secrets.hidden',
    'server.stays-up',
  ];
  expect(ORACLES.map(({ id }) => id).sort()).toEqual([...Object.keys(TABLE), ...apart].sort());
});

test('allowance.retry-after is asked for where the document names the 429, and its form everywhere', () => {
  const unnamed = (headers: Readonly<Record<string, string>>) => {
    const exchange = exchangeOf(contract, with429(headers));
    const { request } = exchange;
    const replies = request.operation.replies.filter(({ status }) => status !== 429);
    const asked = { ...exchange, request: { ...request, operation: { ...request.operation, replies } } };
    return oracleOf('allowance.retry-after').judge({ exchange: asked, ...historyOf() });
  };
  expect(unnamed({})).toBeUndefined();
  expect(unnamed({ 'retry-after': 'soon' })).toMatchObject([{ key: 'form' }]);
});

test('reply.no-5xx warns of a 503 that `default` alone stands for, and not of one that the document names', () => {
  const judged = (replies: (all: Operation['replies']) => Operation['replies']) => {
    const exchange = exchangeOf(contract, { status: 503 });
    const { request } = exchange;
    const operation = { ...request.operation, replies: replies(request.operation.replies) };
    return oracleOf('reply.no-5xx').judge({
      exchange: { ...exchange, request: { ...request, operation } },
      ...historyOf(),
    });
  };
  const other = (all: Operation['replies'], status: 'default' | 503) =>
    all.slice(0, 1).map((one) => ({ ...one, status }));
  expect(judged((all) => [...all, ...other(all, 'default')])).toMatchObject([{ key: '503', isExcusable: true }]);
  expect(judged((all) => [...all, ...other(all, 503)])).toBeUndefined();
});

test('reply.media-type lets a body be empty by the media type that the reply names', () => {
  const judged = (types: readonly string[], sent?: string) => {
    const exchange = exchangeOf(contract, { headers: sent === undefined ? {} : { 'content-type': sent }, body: '' });
    const { request } = exchange;
    const replies = request.operation.replies.map((reply) => ({
      ...reply,
      content: types.map((type) => ({ type, schema: { type: 'object' }, examples: [], pointer: '' })),
    }));
    const asked = { ...exchange, request: { ...request, operation: { ...request.operation, replies } } };
    return oracleOf('reply.media-type').judge({ exchange: asked, ...historyOf() });
  };
  const noBody = [{ key: 'no body' }];
  expect(judged(['application/json', 'application/xml'], 'application/json')).toMatchObject(noBody);
  expect(judged(['application/json', 'application/xml'])).toMatchObject(noBody);
  expect(judged(['application/xml'], 'application/xml')).toMatchObject(noBody);
  expect(judged(['application/json', 'text/csv'], 'application/json')).toMatchObject(noBody);
  expect(judged(['application/json', 'text/csv'], 'text/csv')).toEqual([]);
  expect(judged(['application/json', 'text/csv'])).toEqual([]);
});

test('reply.times-utc looks at times that no client sets, where words say that they are in UTC', async () => {
  const judgedIn = async (head: string, made: string, sent = made) => {
    const time = { type: 'string', format: 'date-time' };
    const thing = { type: 'object', properties: { made_at: time, due_at: time } };
    const json = (schema: unknown) => ({ 'application/json': { schema } });
    const documented = await contractOf({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1', description: head },
      paths: {
        '/things': {
          post: {
            operationId: 'addThing',
            requestBody: { content: json({ type: 'object', properties: { due_at: time } }) },
            responses: { 201: { description: 'Made.', content: json(thing) } },
          },
        },
      },
    });
    const body = { made_at: made, due_at: sent };
    const exchange = exchangeOf(documented, { operation: 'addThing', status: 201, parts: { body: {} }, body });
    return oracleOf('reply.times-utc').judge({ exchange, ...historyOf(), contract: documented });
  };
  const [utc, local] = ['2026-01-02T03:04:05Z', '2026-01-02T04:04:05+01:00'];
  expect(await judgedIn('Times are in UTC.', local)).toMatchObject([{ key: 'made_at' }]);
  expect(await judgedIn('All timestamps are given in UTC and end in Z.', utc, local)).toEqual([]);
  expect(await judgedIn('Times may be in UTC.', local)).toBeUndefined();
  expect(await judgedIn('', local)).toBeUndefined();
});

/** Judges the replies to a create that was sent a text in confidence. */
async function judgedGuests(name: string, text: string) {
  const properties = { [name]: { type: 'string', writeOnly: true } };
  const documented = await contractOf({
    openapi: '3.0.3',
    info: { title: 'Guests', version: '1' },
    paths: {
      '/guests': {
        post: {
          operationId: 'addGuest',
          requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
          responses: { 201: { description: 'It.', content: { 'application/json': { schema: { type: 'object' } } } } },
        },
      },
    },
  });
  return (body: object) => {
    const headers = { 'content-type': 'application/json' };
    const parts = { body: { [name]: text } };
    const exchange = exchangeOf(documented, { operation: 'addGuest', parts, status: 201, headers, body });
    return oracleOf('secrets.hidden').judge({ exchange, ...historyOf(), contract: documented });
  };
}

test('secrets.hidden sees a short text by the name of its member alone', async () => {
  const judged = await judgedGuests('pin', '0000');
  expect(judged({ code: '0000', note: 'No. 0000' })).toEqual([]);
  expect(judged({ pin: '0000' })).toMatchObject([{ key: '/pin' }]);
});

test('secrets.hidden sees a secret that only the reply to its create is said to show', async () => {
  const guest = { type: 'object', properties: { id: { type: 'string' } } };
  const made = { type: 'object', properties: { id: { type: 'string' }, token: { type: 'string' } } };
  const reply = (schema: object) => ({ description: 'It.', content: { 'application/json': { schema } } });
  const shows = async (description: string) => {
    const documented = await contractOf({
      openapi: '3.0.3',
      info: { title: 'Guests', version: '1' },
      paths: {
        '/guests': { post: { operationId: 'addGuest', description, responses: { 201: reply(made) } } },
        '/guests/{id}': { get: { operationId: 'getGuest', responses: { 200: reply(guest) } } },
      },
    });
    const headers = { 'content-type': 'application/json' };
    const parts = { path: { id: 'g1' } };
    const body = { id: 'g1', token: 'gt_0001' };
    const exchange = exchangeOf(documented, { operation: 'getGuest', parts, status: 200, headers, body });
    return oracleOf('secrets.hidden').judge({ exchange, ...historyOf(), contract: documented });
  };
  expect(await shows('The token is shown in this answer only.')).toMatchObject([{ key: '/token' }]);
  expect(await shows('It has a token.')).toEqual([]);
});

test('secrets.hidden sees the end of a secret where no schema names it, and not the last four characters', async () => {
  const judged = await judgedGuests('iban', 'BE71096123456769');
  expect(judged({ way: { last4: '6769', name: 'A guest' } })).toEqual([]);
  expect(judged({ way: { hint: '23456769' } })).toMatchObject([{ key: '/way/hint end' }]);
});

test('secrets.hidden sees a column of a table that is called as what no reply shows, where it shows something', async () => {
  const properties = { name: { type: 'string' }, pin: { type: 'string', writeOnly: true } };
  const record = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
  const documented = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Guests', version: '1' } },
    paths: {
      '/guests': {
        post: {
          requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
          responses: { 201: { description: 'It.', content: { 'application/json': { schema: record } } } },
        },
      },
      '/guests.csv': {
        get: {
          operationId: 'getTable',
          responses: { 200: { description: 'All.', content: { 'text/csv': { schema: { type: 'string' } } } } },
        },
      },
    },
  });
  const judgedIn = async (body: string) => {
    const exchange = exchangeOf(documented, {
      ...{ operation: 'getTable', status: 200, headers: { 'content-type': 'text/csv' }, body },
    });
    const found = oracleOf('secrets.hidden').judge({ exchange, ...historyOf(), contract: documented });
    return found?.map(({ key }) => key);
  };
  expect(await judgedIn('id,"pin",name\r\n1,"1234",Ann\r\n')).toEqual(['column pin']);
  expect(await judgedIn('id,name,pin\r\n1,"pin, 1234",\r\n')).toEqual([]);
});
