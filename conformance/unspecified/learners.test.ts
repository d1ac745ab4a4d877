import type { BehaviourId } from '../../openapi/behaviours/options';
import type { Contract } from '../../openapi/contract';
import type { Exchange, Request } from '../exchange/exchange';
import { shippedContract } from '../testing/contract';
import { exchangeOf, type Told } from '../testing/exchange';
import { createLearning } from './learning';

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

/** An exchange as it may have been told, at a time of its own. */
interface Seen extends Told {
  readonly at?: number;
  readonly asked?: Exchange['asked'];
  readonly wireNames?: readonly string[];
  readonly credential?: Request['credential'];
  readonly together?: boolean;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const DATE = 1_800_000_000;
const datesOf = (seconds: number) => ({ date: new Date(seconds * 1000).toUTCString() });

/** What is learnt of some exchanges, one every second where nothing else is said: options, or undefined. */
function learn(id: BehaviourId, seen: readonly Seen[], by: Contract = contract): readonly string[] | undefined {
  const learning = createLearning(by);
  for (const exchange of exchanges(seen, by)) learning.observe(exchange);
  const lesson = learning.learnt().get(id);
  return lesson !== undefined && 'seen' in lesson ? lesson.seen.map(({ option }) => option) : undefined;
}

const exchanges = (seen: readonly Seen[], by: Contract): readonly Exchange[] =>
  seen.map(({ at, asked, wireNames, together, credential = 'main', ...told }, place): Exchange => {
    const made = exchangeOf(by, { headers: JSON_TYPE, ...told });
    const request = { ...made.request, credential };
    const startedAt = at ?? place * 1000;
    return {
      ...made,
      number: place + 1,
      request,
      startedAt,
      ...(made.response === undefined || wireNames === undefined ? {} : { response: { ...made.response, wireNames } }),
      ...(asked === undefined ? {} : { asked }),
      ...(together === true ? { together: { batch: 1, requests: [request], began: 0, ended: 1 } } : {}),
    };
  });

const pet = (id: unknown, more: object = {}) => ({ id, name: `Pet ${id}`, categoryId: 1, ...more });
const pets = (...ids: readonly unknown[]) => ids.map((id) => pet(id, { name: `Pet ${(Number(id) * 7) % 10}` }));
const create = (id: unknown, told: Seen = {}): Seen => ({
  operation: 'createPet',
  status: 201,
  body: pet(id),
  ...told,
  parts: { body: { name: `Pet ${id}`, categoryId: 1 }, ...told.parts },
});
const error = (status: number, code: string, message: string, more: object = {}): Seen => ({
  operation: 'getPet',
  parts: { path: { petId: 900 } },
  status,
  body: { code, message, status, ...more },
});
const rising = [1, 2, 3, 4, 5, 6, 7];

describe('requests', () => {
  const broken = (status: number, text = 'abc'): Seen => ({
    operation: 'getPet',
    parts: { rawPath: { petId: text } },
    status,
    body: { code: 'x', message: 'y', status },
  });

  test('what is said of a broken path', () => {
    expect(learn('path.invalid', [broken(404)])).toEqual(['not-found']);
    expect(learn('path.invalid', [broken(400)])).toEqual(['bad-request']);
    expect(learn('path.invalid', [broken(400), broken(404, '1.5')])).toEqual(['bad-request', 'not-found']);
    // A lawful id, a refused key, and bytes that are no text tell nothing.
    expect(learn('path.invalid', [broken(404, '900')])).toBeUndefined();
    expect(learn('path.invalid', [{ ...broken(404), credential: 'none' }])).toBeUndefined();
    expect(learn('path.invalid', [broken(400, '%zz')])).toBeUndefined();
  });

  test('an unknown parameter, by what is shown without it', () => {
    const plain: Seen = { body: pets(...rising) };
    const odd = (told: Seen = {}): Seen => ({ body: pets(...rising), ...told, parts: { rawQuery: 'colour=red' } });
    const refused = { status: 400, body: { code: 'a', message: 'b', status: 400 } };
    expect(learn('query.unknown', [plain, odd()])).toEqual(['ignored']);
    expect(learn('query.unknown', [plain, odd(refused)])).toEqual(['refused']);
    expect(learn('query.unknown', [odd(refused)])).toBeUndefined();
    // What others ask for by a name of the server's own may do something.
    const caller = { credential: { caller: 'a' } };
    expect(learn('query.unknown', [{ ...plain, ...caller }, odd({ ...caller, body: pets(1) })])).toBeUndefined();
    expect(learn('query.unknown', [{ ...plain, ...caller }, odd(caller)])).toEqual(['ignored']);
    expect(learn('query.unknown', [{ ...plain, ...caller }, odd({ ...caller, ...refused })])).toBeUndefined();
  });

  test('a broken parameter, by the lists without it and for the nearest value', () => {
    const of = (limit: number | undefined, ids: readonly number[], status = 200): Seen => ({
      parts: { query: limit === undefined ? {} : { limit } },
      status,
      body: status === 200 ? pets(...ids) : { code: 'a', message: 'b', status },
    });
    expect(learn('query.invalid', [of(0, [], 400)])).toEqual(['refused']);
    expect(learn('query.invalid', [of(undefined, rising), of(1, [1]), of(0, rising)])).toEqual(['ignored']);
    expect(learn('query.invalid', [of(0, [1]), of(undefined, rising), of(1, [1])])).toEqual(['clamped']);
    // Nothing tells the two apart, or 0 means something else.
    expect(learn('query.invalid', [of(undefined, [1]), of(1, [1]), of(0, [1])])).toBeUndefined();
    expect(learn('query.invalid', [of(undefined, rising), of(1, [1]), of(0, [])])).toBeUndefined();
    // Records may have changed in between.
    expect(learn('query.invalid', [of(undefined, rising), of(1, [1]), create(8), of(0, rising)])).toBeUndefined();
  });

  test('a method that the path does not have', () => {
    const list: Seen = { body: [] };
    const wrong = (status: number, headers = {}): Seen => ({ method: 'PUT', status, headers, body: '' });
    expect(learn('method.wrong', [list, wrong(405, { allow: 'GET, POST' })])).toEqual(['method-not-allowed']);
    expect(learn('method.wrong', [list, wrong(404)])).toEqual(['not-found']);
    expect(learn('method.wrong', [wrong(404)])).toBeUndefined();
    expect(learn('method.wrong', [list, wrong(501)])).toBeUndefined();
    expect(learn('method.wrong', [list, wrong(405), wrong(400)])).toBeUndefined();
    expect(learn('method.wrong', [list, { ...wrong(405), method: 'HEAD' }])).toBeUndefined();
  });

  test('a member that no schema names, by what a later reply shows', () => {
    const sent = { parts: { body: { name: 'Pet 8', categoryId: 1, colour: 'red' } } };
    const read = (more = {}): Seen => ({ operation: 'getPet', parts: { path: { petId: 8 } }, body: pet(8, more) });
    expect(learn('body.unknown', [create(8, sent), read()])).toEqual(['dropped']);
    expect(
      learn('body.unknown', [create(8, { ...sent, body: pet(8, { colour: 'red' }) }), read({ colour: 'red' })]),
    ).toEqual(['stored']);
    const refused = { ...sent, status: 400, body: { code: 'a', message: 'b', status: 400 } };
    expect(learn('body.unknown', [create(7), create(8, refused)])).toEqual(['refused']);
    // It is shown by the create alone, of one record of two.
    const echoed = create(8, { ...sent, body: pet(8, { colour: 'red' }) });
    const dropped = create(9, { parts: { body: { name: 'Pet 9', categoryId: 1, colour: 'red' } } });
    expect(learn('body.unknown', [dropped, echoed, read()])).toBeUndefined();
    // An echo that nobody has read again, a refusal of all bodies, and names that parsers take for something else.
    expect(learn('body.unknown', [create(8, { ...sent, body: pet(8, { colour: 'red' }) })])).toBeUndefined();
    expect(learn('body.unknown', [create(8, refused)])).toBeUndefined();
    expect(
      learn('body.unknown', [create(8, { parts: { body: { name: 'a', categoryId: 1, NAME: 'b' } } })]),
    ).toBeUndefined();
  });
});

describe('records', () => {
  test('what a new one shows for a member that was left out', () => {
    expect(learn('record.omitted', [create(8)])).toEqual(['absent']);
    expect(learn('record.omitted', [create(8, { body: pet(8, { status: 'sold' }) })])).toEqual(['filled']);
    const sent = { parts: { body: { name: 'a', categoryId: 1, status: 'sold' } }, body: pet(8, { status: 'sold' }) };
    expect(learn('record.omitted', [create(8, sent)])).toBeUndefined();
    expect(learn('record.omitted', [create(8, { status: 400 })])).toBeUndefined();
  });

  test('members that need not be there, of records that were there before', () => {
    expect(learn('record.optional', [{ body: [pet(1, { status: 'sold' })] }])).toEqual(['shown']);
    expect(learn('record.optional', [{ body: rising.map((id) => pet(id)) }])).toEqual(['left-out']);
    expect(learn('record.optional', [{ body: [pet(1), pet(2)] }])).toBeUndefined();
    const own = [create(8, { body: pet(8, { status: 'sold' }) }), { body: [pet(8, { status: 'sold' })] }];
    expect(learn('record.optional', own)).toBeUndefined();
    // Nobody knows which record that create has made.
    const unknown = [
      create(8, { failure: { kind: 'closed' as const, message: 'x' } }),
      { body: [pet(8, { status: 'sold' })] },
    ];
    expect(learn('record.optional', unknown)).toBeUndefined();
  });

  test('the order of lists', () => {
    const made = [11, 12, 13, 14].map((id) => create(id));
    const mixed = [14, 3, 12, 1, 13, 2, 11];
    expect(learn('list.order', [{ body: pets(...rising) }])).toEqual(['by-id']);
    expect(learn('list.order', [...made, { body: pets(14, 13, 12, 11, 3, 2, 1) }])).toEqual(['newest-first']);
    expect(learn('list.order', [...made, { body: pets(...mixed) }])).toEqual(['any']);
    // Ids that do not rise tell the order of creation by the creates alone.
    const random = [50, 20, 90, 40].map((id) => create(id));
    expect(learn('list.order', [...random, { body: pets(40, 90, 20, 50, 7, 8) }])).toEqual(['newest-first']);
    expect(learn('list.order', [...random, { body: pets(50, 7, 20, 90, 8, 40) }])).toBeUndefined();
    expect(learn('list.order', [...random, { body: pets(90, 7, 40, 8, 50, 20) }])).toEqual(['any']);
    // Falling ids alone may be anything, few records are in any order by chance, and names sort them, too.
    expect(learn('list.order', [{ body: pets(7, 6, 5, 4, 3, 2) }])).toBeUndefined();
    expect(learn('list.order', [...made, { body: pets(1, 2, 3) }])).toBeUndefined();
    const byName = mixed.map((id, place) => pet(id, { name: `Name ${place}` }));
    expect(learn('list.order', [...made, { body: byName }])).toBeUndefined();
    expect(learn('list.order', [...made, { parts: { rawQuery: 'sort=x' }, body: pets(...rising) }])).toBeUndefined();
  });

  test('the ids of new ones', () => {
    const ids = (...all: readonly unknown[]) =>
      learn(
        'ids',
        all.map((id) => create(id)),
      );
    expect(ids(127, 128, 129)).toEqual(['sequence']);
    expect(ids(127, 128, 129, 135, 136)).toEqual(['sequence']);
    expect(ids(134, 141, 148, 163)).toEqual(['sparse']);
    expect(ids(7204116331089455, 31337, 4611686018427, 99)).toEqual(['random']);
    expect(ids(127, 128)).toBeUndefined();
    expect(ids(9, 8, 7, 6)).toBeUndefined();
    expect(ids(127, 130, 131, 140, 150)).toBeUndefined();
    expect(ids('a', 'b', 'c', 'd')).toBeUndefined();
    // Paths have ids beyond 2^53, too.
    const read: Seen = { operation: 'getPet', parts: { path: { petId: 2n ** 62n } }, body: pet(1) };
    expect(
      learn('ids', [read, ...[127, 128, 129].map((id) => create(id, { parts: { path: { shelf: 2n ** 62n } } }))]),
    ).toEqual(['sequence']);
    // What went at once is in no order.
    expect(
      learn(
        'ids',
        [9, 3, 7, 1].map((id) => create(id, { together: true })),
      ),
    ).toBeUndefined();
  });

  test('when a list shows a new one', () => {
    const shown = (id: number, at: number, has = true): Seen => ({
      at,
      parts: { query: { limit: 100 } },
      body: has ? pets(1, id) : pets(1),
    });
    const atOnce = [8, 9, 10].flatMap((id) => [create(id, { at: id * 100 }), shown(id, id * 100 + 5)]);
    expect(learn('reads', atOnce)).toEqual(['at-once']);
    expect(learn('reads', atOnce.slice(0, 2))).toBeUndefined();
    expect(learn('reads', [create(8, { at: 0 }), shown(8, 5, false), shown(8, 400)])).toEqual(['late']);
    expect(learn('reads', [...atOnce, create(11, { at: 5000 }), shown(11, 5005, false), shown(11, 5400)])).toEqual([
      'late',
    ]);
    // It never comes, comes when it may be another one, or the list was full.
    expect(learn('reads', [create(8, { at: 0 }), shown(8, 5, false), shown(8, 60_000)])).toBeUndefined();
    const full = { parts: { query: { limit: 1 } } };
    expect(learn('reads', [create(8, { at: 0 }), { ...shown(8, 5, false), ...full }, shown(8, 400)])).toBeUndefined();
    const slow = [8, 9, 10].flatMap((id) => [create(id, { at: id * 1000 }), shown(id, id * 1000 + 500)]);
    expect(learn('reads', slow)).toBeUndefined();
  });

  test('members that their schema does not describe', () => {
    expect(learn('record.further', [{ body: pets(1, 2, 3) }])).toEqual(['none']);
    expect(learn('record.further', [{ body: [pet(1, { _revision: 3 })] }])).toEqual(['some']);
    expect(learn('record.further', [{ body: pets(1) }])).toBeUndefined();
    // A member that a client has sent itself is another silence.
    const sent = { parts: { body: { name: 'a', categoryId: 1, colour: 'red' } }, body: pet(8, { colour: 'red' }) };
    expect(learn('record.further', [create(8, sent)])).toBeUndefined();
  });
});

describe('errors', () => {
  test('how codes are written', () => {
    const code = (text: string, status = 404) => learn('error.code', [error(status, text, 'x')]);
    expect([code('not_found'), code('NOT_FOUND'), code('E40401')]).toEqual([
      ['snake-case'],
      ['upper-case'],
      ['numbers'],
    ]);
    expect([code('gone'), code('GONE'), code('notFound'), code('not-found'), code('E1234')]).toEqual(
      Array(5).fill(undefined),
    );
    // Figures are no words; and one way of writing is not learnt where another that no option has goes beside it.
    const codes = (...all: readonly string[]) =>
      learn(
        'error.code',
        all.map((text) => error(404, text, 'x')),
      );
    expect([codes('E404', 'E404_1'), codes('e404_1'), codes('not_found', 'notFound')]).toEqual(
      Array(3).fill(undefined),
    );
    expect(codes(...Array<string>(20).fill('not_found'), 'notFound')).toEqual(['snake-case']);
  });

  test('what messages say', () => {
    const messages = (...texts: readonly string[]) =>
      learn(
        'error.message',
        texts.map((text) => error(404, 'not_found', text)),
      );
    expect(messages('Not Found')).toEqual(['phrase']);
    expect(messages('There is no animal 7.', 'There is no animal 8.')).toEqual(['sentence']);
    expect(messages('Not Found', 'There is no animal 7.', 'There is no animal 8.')).toEqual(['phrase', 'sentence']);
    expect(messages('Something went wrong today.', 'Something went wrong today.')).toBeUndefined();
  });

  test('further members', () => {
    expect(learn('error.further', [error(404, 'a', 'b')])).toEqual(['none']);
    expect(learn('error.further', [error(404, 'a', 'b', { _trace: '7f3a' })])).toEqual(['some']);
    expect(learn('error.further', [{ ...error(404, 'a', 'b'), body: 'Not Found' }])).toBeUndefined();
  });

  test('the challenge of a 401', () => {
    const challenge = (text: string) => learn('challenge', [{ status: 401, headers: { 'www-authenticate': text } }]);
    expect([challenge('Bearer realm="Things"'), challenge('Bearer'), challenge('Bearer, Basic realm="x"')]).toEqual([
      ['detailed'],
      ['bare'],
      ['bare'],
    ]);
    // Basic has to have a realm.
    expect(challenge('Basic realm="x"')).toBeUndefined();
    expect(learn('challenge', [{ status: 401 }])).toBeUndefined();
  });
});

describe('limits', () => {
  const told = (left: number, reset: number, now: number, more: Seen = {}): Seen => ({
    ...more,
    headers: {
      ...JSON_TYPE,
      ...datesOf(now),
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': String(left),
      'x-ratelimit-reset': String(reset),
    },
  });
  /** A minute of the clock begins here. */
  const minute = DATE - (DATE % 60);

  test('windows', () => {
    const at = minute + 42;
    const first = [0, 1, 2, 3].map((nth) => told(59 - nth, at + 60, at + nth * 10));
    expect(learn('windows', [told(59, minute + 60, at)])).toEqual(['calendar']);
    // One that begins with its first request, or one that slides.
    expect(learn('windows', first)).toBeUndefined();
    expect(learn('windows', [...first, told(59, at + 122, at + 62)])).toEqual(['first-request']);
    expect(learn('windows', [...first, told(56, at + 70, at + 62)])).toEqual(['sliding']);
    expect(learn('windows', [told(59, at + 60, at), told(58, at + 60, at + 40), told(58, at + 100, at + 65)])).toEqual([
      'sliding',
    ]);
    // All that was used is long ago: what slides begins anew, too.
    expect(learn('windows', [told(59, at + 60, at), told(59, at + 140, at + 80)])).toBeUndefined();
    // Bit by bit, long before the end.
    const filling = [50, 48, 51, 49, 52, 50, 53].map((left, nth) => told(left, at + 60, at + nth));
    expect(learn('windows', filling)).toEqual(['sliding']);
    // Two counters that answer in turn.
    const turns = [
      told(59, at + 60, at),
      told(59, at + 80, at + 20),
      told(58, at + 60, at + 30),
      told(58, at + 80, at + 62),
    ];
    expect(learn('windows', turns)).toBeUndefined();
  });

  test('the cost of refusals', () => {
    const reset = minute + 60;
    const refused = { operation: 'getPet', parts: { path: { petId: 900 } }, status: 404, body: {} };
    const used = (cost: number) =>
      [0, 1, 2, 3].flatMap((nth) => [told(50 - nth * (1 + cost), reset, minute), told(40, reset, minute, refused)]);
    expect(learn('refusals.cost', used(1))).toEqual(['counted']);
    expect(learn('refusals.cost', used(0))).toEqual(['free']);
    expect(learn('refusals.cost', used(3))).toBeUndefined();
    expect(learn('refusals.cost', used(1).slice(0, 4))).toBeUndefined();
    expect(
      learn(
        'refusals.cost',
        used(1).map((one) => ({ ...one, together: true })),
      ),
    ).toBeUndefined();
  });

  test('Retry-After', () => {
    const retry = (text: string) => learn('retry-after', [{ status: 429, headers: { 'retry-after': text } }]);
    expect([retry('42'), retry('Fri, 05 Dec 2030 12:00:42 GMT'), retry('soon')]).toEqual([
      ['seconds'],
      ['date'],
      undefined,
    ]);
    // The older forms of HTTP are dates, too; what JavaScript alone reads as a date is none.
    expect([retry('Friday, 05-Dec-30 12:00:42 GMT'), retry('Thu Dec  5 12:00:42 2030')]).toEqual([['date'], ['date']]);
    expect(['1.5', '-1', 'soon 5', '2030-12-05T12:00:42Z', 'Dec 5, 2030', ''].map(retry)).toEqual(
      Array(6).fill(undefined),
    );
    expect(retry('Fri, 45 Dec 2030 12:00:42 GMT')).toBeUndefined();
  });
});

describe('replies', () => {
  const text = (body: string, headers: Readonly<Record<string, string>> = JSON_TYPE): Seen => ({ body, headers });

  test('further headers', () => {
    const headers = (more: object) =>
      learn('headers.further', [{ headers: { ...JSON_TYPE, date: 'x', vary: 'Origin', ...more } }]);
    expect(headers({})).toEqual(['none']);
    expect(headers({ 'x-request-id': '7f3a' })).toEqual(['some']);
    expect(headers({ 'x-ratelimit-limit': '60', 'access-control-allow-origin': '*' })).toEqual(['none']);
  });

  test('the case of header names, where the wire was seen', () => {
    const names = (...all: readonly string[]) => learn('headers.case', [{ wireNames: all }]);
    expect(names('Content-Type', 'ETag', 'WWW-Authenticate')).toEqual(['usual']);
    expect(names('content-type', 'date')).toEqual(['lower']);
    expect(names('Content-Type', 'x-request-id')).toBeUndefined();
    expect(learn('headers.case', [{}])).toBeUndefined();
  });

  test('the order of members', () => {
    const one = '{"id":1,"name":"A","categoryId":1}';
    const other = '{"name":"A","id":1,"categoryId":1}';
    const read = (body: string): Seen => ({ operation: 'getPet', parts: { path: { petId: 1 } }, body });
    expect(learn('json.member-order', Array(8).fill(read(one)))).toEqual(['steady']);
    expect(learn('json.member-order', [read(one), read(one), read(other)])).toEqual(['changing']);
    expect(learn('json.member-order', [read(one), read(one)])).toBeUndefined();
    // Each operation may have its own order, and what was changed may have another one.
    expect(learn('json.member-order', [read(one), { body: `[${other}]` }])).toBeUndefined();
    expect(learn('json.member-order', [read(one), create(2), read(other)])).toBeUndefined();
  });

  test('spacing', () => {
    const of = (body: string) => learn('json.spacing', [text(body)]);
    expect([of('[{"id":1,"name":"A: b, c"}]'), of('[{"id":1}]\n')]).toEqual([['compact'], ['compact']]);
    expect(of('[\n  {\n    "id": 1,\n    "name": "A"\n  }\n]')).toEqual(['indented']);
    expect([of('[{"id": 1, "name": "A"}]'), of('[]'), of('[\n]')]).toEqual([undefined, undefined, undefined]);
  });

  test('escapes', () => {
    const of = (...names: readonly string[]) =>
      learn(
        'json.escapes',
        names.map((name) => text(`[{"id":1,"name":"${name}"}]`)),
      );
    expect(of('Zoë/1')).toEqual(['least']);
    expect(of('Zo\\u00eb\\/1')).toEqual(['ascii']);
    expect(of('\\ud83d\\udc15 \\/')).toEqual(['ascii']);
    expect(of('Zoë/1', 'Zo\\u00eb\\/1')).toEqual(['least', 'ascii']);
    // One of the two alone, one of each kind, and more than any option says.
    expect([of('Zoë'), of('a/b'), of('Zo\\u00eb/1'), of('Zoë\\/1'), of('Zoë/1 \\u003c')]).toEqual(
      Array(5).fill(undefined),
    );
    // What has to be escaped, or is by many, tells nothing.
    expect(of('\\u0001 \\\\/ \\u2028 Zoë/1')).toEqual(['least']);
  });

  test('charset', () => {
    const of = (type: string) => learn('charset', [text('[]', { 'content-type': type })]);
    expect(of('application/json')).toEqual(['absent']);
    expect(of('application/json; charset=UTF-8')).toEqual(['named']);
    expect([of('application/json; charset=latin1'), of('text/html; charset=utf-8')]).toEqual([undefined, undefined]);
  });
});

describe('connections', () => {
  const names = ['Content-Type', 'Date'];
  const over = (number: number, carried: number, headers: Readonly<Record<string, string>> = {}): Seen => ({
    wireNames: names,
    headers: { ...JSON_TYPE, ...headers },
    connection: { number, carried, hasExcess: false },
  });

  test('framing', () => {
    const of = (headers: Readonly<Record<string, string>>, more: Seen = { wireNames: names }) =>
      learn('framing', [{ ...more, headers }]);
    expect(of({ 'content-length': '2' })).toEqual(['length']);
    expect(of({ 'transfer-encoding': 'chunked' })).toEqual(['chunked']);
    expect([of({}), of({ 'content-length': '2' }, {}), of({ 'transfer-encoding': 'chunked' }, {})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(of({ 'transfer-encoding': 'chunked', 'content-encoding': 'identity' })).toBeUndefined();
    expect(of({ 'content-length': '0' }, { wireNames: names, body: '' })).toBeUndefined();
  });

  test('compression, for requests that take gzip alone', () => {
    const long = `["${'x'.repeat(3000)}"]`;
    const of = (accepted: string | undefined, headers: Readonly<Record<string, string>>, body = long) =>
      learn('compression', [
        {
          wireNames: names,
          asked: { encoding: accepted, connection: undefined },
          headers: { ...JSON_TYPE, ...headers },
          body,
        },
      ]);
    expect(of('gzip, br', { 'content-encoding': 'gzip' })).toEqual(['gzip']);
    expect(of('gzip', {})).toEqual(['none']);
    expect([
      of('gzip', {}, '[]'),
      of(undefined, {}),
      of('gzip;q=0', {}),
      of('gzip, br', { 'content-encoding': 'br' }),
    ]).toEqual(Array(4).fill(undefined));
  });

  test('whether a connection is kept', () => {
    expect(learn('connection', [over(1, 0), over(1, 1)])).toEqual(['kept']);
    expect(learn('connection', [over(1, 0, { connection: 'close' })])).toEqual(['closed']);
    expect(learn('connection', [over(1, 0), over(2, 0)])).toBeUndefined();
    // Many servers close a connection after its hundredth reply, and now and then one at once.
    const close = { connection: 'close' };
    const hundred = Array.from({ length: 100 }, (_, nth) => over(1, nth, nth === 99 ? close : {}));
    expect(learn('connection', hundred)).toEqual(['kept']);
    const many = Array.from({ length: 40 }, (_, nth) => over(nth >> 1, nth % 2, nth === 38 ? close : {}));
    expect(learn('connection', many)).toEqual(['kept']);
    expect(learn('connection', [over(1, 0), over(1, 1), over(2, 0, close), over(3, 0)])).toEqual(['kept', 'closed']);
    // Where the client asks for it, or something went wrong, any server may close.
    const asked = { asked: { encoding: undefined, connection: 'close' } };
    expect(learn('connection', [{ ...over(1, 0, { connection: 'close' }), ...asked }])).toBeUndefined();
    expect(learn('connection', [{ ...over(1, 0, { connection: 'close' }), status: 400 }])).toBeUndefined();
  });

  test('latency', () => {
    const took = (...all: readonly number[]) =>
      learn(
        'latency',
        all.map((milliseconds) => ({ ...over(1, 1), milliseconds })),
      );
    expect(took(2, 3, 2, 4, 9, 2, 3, 2)).toEqual(['at-once']);
    expect(took(90, 240, 130, 180, 110, 220, 150, 95)).toEqual(['slow']);
    expect(took(2, 240, 3, 180, 2, 220, 3, 95)).toEqual(['at-once', 'slow']);
    // One hitch is none; what is far away is slow by the same each time.
    expect(took(2, 3, 2, 4, 300, 2, 3, 2)).toEqual(['at-once']);
    expect(took(120, 122, 121, 123, 120, 121, 122, 124)).toBeUndefined();
    expect(took(60, 62, 70, 61, 64, 66, 61, 60)).toBeUndefined();
    expect(took(2, 3)).toBeUndefined();
  });
});

test('of a failing server, and of one whose operation is removed, nothing is learnt', () => {
  const failing: Seen = { status: 500, headers: { ...JSON_TYPE, 'x-trace': 'a' } };
  expect(learn('headers.further', [failing])).toBeUndefined();
  const removed: Seen = {
    operation: 'getPet',
    parts: { path: { petId: 1 } },
    headers: { ...JSON_TYPE, date: 'Mon, 01 Jan 2035 00:00:00 GMT' },
  };
  expect(learn('charset', [removed])).toBeUndefined();
});
