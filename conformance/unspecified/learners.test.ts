import type { BehaviourId } from '../../openapi/behaviours/options';
import type { Exchange, Request } from '../exchange/exchange';
import { shippedContract } from '../testing/contract';
import { exchangeOf, type Told } from '../testing/exchange';
import { createLearning } from './learning';

/** An exchange that was seen, at a time of its own: one every second where nothing else is said. */
interface Seen extends Told {
  readonly at?: number;
  readonly asked?: Exchange['asked'];
  readonly wireNames?: readonly string[];
  readonly credential?: Request['credential'];
  readonly together?: boolean;
}

/** The options that are learnt of some exchanges, a blank between two; empty where nothing is. */
type Row = readonly [options: string, ...seen: readonly Seen[]];

/** Each row is a server of its own. */
function learns(id: BehaviourId, rows: readonly Row[]): void {
  test(id, async () => {
    const contract = await shippedContract();
    const learnt = rows.map(([, ...seen], nth) => {
      const learning = createLearning(contract);
      for (const [
        place,
        { at = place * 1000, asked, wireNames, together, credential = 'main', ...told },
      ] of seen.entries()) {
        const made = exchangeOf(contract, { headers: JSON_TYPE, ...told });
        const request = { ...made.request, credential };
        const more = together === true ? { together: { batch: 1, requests: [request], began: 0, ended: 1 } } : {};
        const response = made.response && { ...made.response, ...(wireNames && { wireNames }) };
        learning.observe({
          ...made,
          number: place + 1,
          request,
          startedAt: at,
          response,
          ...(asked && { asked }),
          ...more,
        });
      }
      const lesson = learning.learnt().get(id);
      return `${nth + 1}: ${lesson !== undefined && 'seen' in lesson ? lesson.seen.map(({ option }) => option).join(' ') : ''}`;
    });
    expect(learnt).toEqual(rows.map(([options], nth) => `${nth + 1}: ${options}`));
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const DATE = 1_800_000_000;
const rising = [1, 2, 3, 4, 5, 6, 7];

const pet = (id: unknown, more: object = {}) => ({ id, name: `Pet ${id}`, categoryId: 1, ...more });
const pets = (...ids: readonly unknown[]) => ids.map((id) => pet(id, { name: `Pet ${(Number(id) * 7) % 10}` }));
const list = (...body: readonly unknown[]): Seen => ({ body });
const create = (id: unknown, told: Seen = {}): Seen => ({
  operation: 'createPet',
  status: 201,
  body: pet(id),
  ...told,
  parts: { body: { name: `Pet ${id}`, categoryId: 1 }, ...told.parts },
});
const read = (body: unknown, id = 1): Seen => ({ operation: 'getPet', parts: { path: { petId: id } }, body });
const error = (code: string, message: string, more: object = {}): Seen => ({
  ...read({ code, message, status: 404, ...more }, 900),
  status: 404,
});
const refused = (status = 400) => ({ status, body: { code: 'a', message: 'b', status } });

describe('requests', () => {
  const broken = (status: number, petId = 'abc'): Seen => ({
    ...{ operation: 'getPet', parts: { rawPath: { petId } } },
    ...refused(status),
  });
  learns('path.invalid', [
    ['not-found', broken(404)],
    ['bad-request', broken(400)],
    ['bad-request not-found', broken(400), broken(404, '1.5')],
    // A lawful id, a refused key, and bytes that are no text.
    ['', broken(404, '900')],
    ['', { ...broken(404), credential: 'none' }],
    ['', broken(400, '%zz')],
  ]);

  const plain = list(...pets(...rising));
  const odd = (told: Seen = {}): Seen => ({ ...plain, ...told, parts: { rawQuery: 'colour=red' } });
  const caller = { credential: { caller: 'a' } };
  learns('query.unknown', [
    ['ignored', plain, odd()],
    ['refused', plain, odd(refused())],
    ['', odd(refused())],
    // What other clients ask for by a name of the server's own may do something.
    ['', { ...plain, ...caller }, odd({ ...caller, body: pets(1) })],
    ['ignored', { ...plain, ...caller }, odd(caller)],
    ['', { ...plain, ...caller }, odd({ ...caller, ...refused() })],
  ]);

  const all = { parts: { query: {} }, body: pets(...rising) };
  const first = { parts: { query: { limit: 1 } }, body: pets(1) };
  const zero = (...ids: readonly number[]): Seen => ({ parts: { query: { limit: 0 } }, body: pets(...ids) });
  learns('query.invalid', [
    ['refused', { ...zero(), ...refused() }],
    ['ignored', all, first, zero(...rising)],
    ['clamped', zero(1), all, first],
    // Nothing tells the two apart, or 0 means something else.
    ['', { ...all, body: pets(1) }, first, zero(1)],
    ['', all, first, zero()],
    // Records may have changed in between.
    ['', all, first, create(8), zero(...rising)],
  ]);

  const wrong = (status: number, told: Seen = {}): Seen => ({ method: 'PUT', status, body: '', ...told });
  learns('method.wrong', [
    ['method-not-allowed', list(), wrong(405, { headers: { allow: 'GET, POST' } })],
    ['not-found', list(), wrong(404)],
    ['', wrong(404)],
    ['', list(), wrong(501)],
    ['', list(), wrong(405), wrong(400)],
    ['', list(), wrong(405, { method: 'HEAD' })],
  ]);

  const red = { colour: 'red' };
  const sent = (id: number, told: Seen = {}) =>
    create(id, { ...told, parts: { body: { name: `Pet ${id}`, categoryId: 1, ...red } } });
  const echoed = sent(8, { body: pet(8, red) });
  learns('body.unknown', [
    ['dropped', sent(8), read(pet(8), 8)],
    ['stored', echoed, read(pet(8, red), 8)],
    ['refused', create(7), sent(8, refused())],
    // Of one record of two it is shown by the create alone.
    ['', sent(9), echoed, read(pet(8), 8)],
    // An echo that was not read again, a refusal of all bodies, and names that parsers take for something else.
    ['', echoed],
    ['', sent(8, refused())],
    ['', create(8, { parts: { body: { name: 'a', categoryId: 1, NAME: 'b' } } })],
  ]);
});

describe('records', () => {
  const sold = { status: 'sold' };
  learns('record.omitted', [
    ['absent', create(8)],
    ['filled', create(8, { body: pet(8, sold) })],
    ['', create(8, { parts: { body: { name: 'a', categoryId: 1, ...sold } }, body: pet(8, sold) })],
    ['', create(8, { status: 400 })],
  ]);

  learns('record.optional', [
    ['shown', list(pet(1, sold))],
    ['left-out', list(...rising.map((id) => pet(id)))],
    ['shown', list(...rising.map((id) => pet(id))), list(pet(1, sold))],
    ['', list(pet(1), pet(2))],
    ['', create(8, { body: pet(8, sold) }), list(pet(8, sold))],
    // Which record that create has made is not known.
    ['', create(8, { failure: { kind: 'closed', message: 'x' } }), list(pet(8, sold))],
  ]);

  const made = [11, 12, 13, 14].map((id) => create(id));
  const random = [50, 20, 90, 40].map((id) => create(id));
  const mixed = [14, 3, 12, 1, 13, 2, 11];
  const ids = (...some: readonly number[]) => list(...pets(...some));
  learns('list.order', [
    ['by-id', ids(...rising)],
    ['newest-first', ...made, ids(14, 13, 12, 11, 3, 2, 1)],
    ['any', ...made, ids(...mixed)],
    // What comes so rarely has come by chance.
    ['by-id', ...Array<Seen>(20).fill(ids(...rising)), ...made, ids(...mixed)],
    // Ids that do not rise tell the order of creation by the creates alone.
    ['newest-first', ...random, ids(40, 90, 20, 50, 7, 8)],
    ['', ...random, ids(50, 7, 20, 90, 8, 40)],
    ['any', ...random, ids(90, 7, 40, 8, 50, 20)],
    // Falling ids alone may be anything, few records are in any order by chance, and names sort them, too.
    ['', ids(7, 6, 5, 4, 3, 2)],
    ['', ...made, ids(1, 2, 3)],
    ['', ...made, list(...mixed.map((id, place) => pet(id, { name: `Name ${place}` })))],
    ['', ...made, { parts: { rawQuery: 'sort=x' }, body: pets(...rising) }],
  ]);

  const created = (...some: readonly unknown[]) => some.map((id) => create(id));
  learns('ids', [
    ['sequence', ...created(127, 128, 129)],
    ['sequence', ...created(127, 128, 129, 135, 136)],
    ['sparse', ...created(134, 141, 148, 163)],
    ['random', ...created(7204116331089455, 31337, 4611686018427, 99)],
    ['', ...created(127, 128)],
    ['', ...created(9, 8, 7, 6)],
    ['', ...created(127, 130, 131, 140, 150)],
    ['', ...created('a', 'b', 'c', 'd')],
    // Paths have ids beyond 2^53, too.
    ['sequence', ...[127, 128, 129].map((id) => create(id, { parts: { path: { shelf: 2n ** 62n } } }))],
    // What went at once is in no order.
    ['', ...[9, 3, 7, 1].map((id) => create(id, { together: true }))],
  ]);

  const shown = (id: number, at: number, has = true): Seen => ({
    ...{ at, parts: { query: { limit: 100 } } },
    body: has ? pets(1, id) : pets(1),
  });
  const atOnce = [8, 9, 10].flatMap((id) => [create(id, { at: id * 100 }), shown(id, id * 100 + 5)]);
  const [new8, missing] = [create(8, { at: 0 }), shown(8, 5, false)];
  learns('reads', [
    ['at-once', ...atOnce],
    ['', ...atOnce.slice(0, 2)],
    ['late', new8, missing, shown(8, 400)],
    ['late', ...atOnce, create(11, { at: 5000 }), shown(11, 5005, false), shown(11, 5400)],
    // It never comes, comes when it may be another one, or the list was full.
    ['', new8, missing, shown(8, 60_000)],
    ['', new8, { ...missing, parts: { query: { limit: 1 } } }, shown(8, 400)],
    ['', ...[8, 9, 10].flatMap((id) => [create(id, { at: id * 1000 }), shown(id, id * 1000 + 500)])],
  ]);

  const colour = { parts: { body: { name: 'a', categoryId: 1, colour: 'red' } }, body: pet(8, { colour: 'red' }) };
  learns('record.further', [
    ['none', ids(1, 2, 3)],
    ['some', list(pet(1, { _revision: 3 }))],
    ['', ids(1)],
    // A member that a client has sent itself is another behaviour.
    ['', create(8, colour)],
  ]);
});

describe('errors', () => {
  const codes = (...some: readonly string[]) => some.map((code) => error(code, 'x'));
  learns('error.code', [
    ['snake-case', ...codes('not_found')],
    ['upper-case', ...codes('NOT_FOUND')],
    ['numbers', ...codes('E40401')],
    // One word may be any writing, figures are no words, and a way that no option has may go beside.
    ...['gone', 'GONE', 'notFound', 'not-found', 'E1234', 'e404_1'].map((code): Row => ['', ...codes(code)]),
    ['', ...codes('E404', 'E404_1')],
    ['', ...codes('not_found', 'notFound')],
    ['snake-case', ...codes(...Array<string>(20).fill('not_found'), 'notFound')],
  ]);

  const messages = (...some: readonly string[]) => some.map((message) => error('not_found', message));
  learns('error.message', [
    ['phrase', ...messages('Not Found')],
    ['sentence', ...messages('There is no animal 7.', 'There is no animal 8.')],
    ['phrase sentence', ...messages('Not Found', 'There is no animal 7.', 'There is no animal 8.')],
    ['', ...messages('Something went wrong today.', 'Something went wrong today.')],
  ]);

  learns('error.further', [
    ['none', error('a', 'b')],
    ['some', error('a', 'b', { _trace: '7f3a' })],
    ['', { ...error('a', 'b'), body: 'Not Found' }],
  ]);

  const challenge = (text: string): Seen => ({ status: 401, headers: { 'www-authenticate': text } });
  learns('challenge', [
    ['detailed', challenge('Bearer realm="Things"')],
    ['bare', challenge('Bearer')],
    ['bare', challenge('Bearer, Basic realm="x"')],
    // Basic has to have a realm.
    ['', challenge('Basic realm="x"')],
    ['', { status: 401 }],
  ]);
});

describe('limits', () => {
  const left = (remaining: number, reset: number, now: number, more: Seen = {}): Seen => ({
    ...more,
    headers: {
      ...JSON_TYPE,
      date: new Date(now * 1000).toUTCString(),
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(reset),
    },
  });
  /** A minute of the clock begins here. */
  const minute = DATE - (DATE % 60);
  const at = minute + 42;
  const first = [0, 1, 2, 3].map((nth) => left(59 - nth, at + 60, at + nth * 10));
  const old = left(59, at + 60, at);
  learns('windows', [
    ['calendar', left(59, minute + 60, at)],
    // One that begins with its first request, or one that slides.
    ['', ...first],
    ['first-request', ...first, left(59, at + 122, at + 62)],
    ['sliding', ...first, left(56, at + 70, at + 62)],
    ['sliding', old, left(58, at + 60, at + 40), left(58, at + 100, at + 65)],
    // All that was used is long ago: what slides begins anew, too.
    ['', old, left(59, at + 140, at + 80)],
    // Bit by bit, long before the end.
    ['sliding', ...[50, 48, 51, 49, 52, 50, 53].map((some, nth) => left(some, at + 60, at + nth))],
    // Two counters that answer in turn.
    ['', old, left(59, at + 80, at + 20), left(58, at + 60, at + 30), left(58, at + 80, at + 62)],
  ]);

  const missing = { operation: 'getPet', parts: { path: { petId: 900 } }, status: 404, body: {} };
  const used = (cost: number, more: Seen = {}) =>
    [0, 1, 2, 3].flatMap((nth) => [
      left(50 - nth * (1 + cost), minute + 60, minute, more),
      left(40, minute + 60, minute, { ...missing, ...more }),
    ]);
  learns('refusals.cost', [
    ['counted', ...used(1)],
    ['free', ...used(0)],
    ['', ...used(3)],
    ['', ...used(1), ...used(0)],
    ['', ...used(1).slice(0, 4)],
    ['', ...used(1, { together: true })],
  ]);

  const retry = (text: string): Seen => ({ status: 429, headers: { 'retry-after': text } });
  // The older forms of HTTP are dates, too; what JavaScript alone reads as a date is none.
  const dates = ['Fri, 05 Dec 2030 12:00:42 GMT', 'Friday, 05-Dec-30 12:00:42 GMT', 'Thu Dec  5 12:00:42 2030'];
  const neither = ['1.5', '-1', 'soon 5', '2030-12-05T12:00:42Z', 'Dec 5, 2030', '', 'Fri, 45 Dec 2030 12:00:42 GMT'];
  learns('retry-after', [
    ['seconds', retry('42')],
    ...dates.map((text): Row => ['date', retry(text)]),
    ...neither.map((text): Row => ['', retry(text)]),
  ]);
});

describe('replies', () => {
  const headers = (more: Seen['headers'] = {}): Seen => ({
    headers: { ...JSON_TYPE, date: 'x', vary: 'Origin', ...more },
  });
  learns('headers.further', [
    ['none', headers()],
    ['some', headers({ 'x-request-id': '7f3a' })],
    ['none', headers({ 'x-ratelimit-limit': '60', 'access-control-allow-origin': '*' })],
    // A failing server does not show what it chooses.
    ['', { ...headers({ 'x-trace': 'a' }), status: 500 }],
  ]);

  learns('headers.case', [
    ['usual', { wireNames: ['Content-Type', 'ETag', 'WWW-Authenticate'] }],
    ['lower', { wireNames: ['content-type', 'date'] }],
    ['', { wireNames: ['Content-Type', 'x-request-id'] }],
    ['', {}],
  ]);

  const [one, other] = ['{"id":1,"name":"A","categoryId":1}', '{"name":"A","id":1,"categoryId":1}'];
  learns('json.member-order', [
    ['steady', ...Array<Seen>(8).fill(read(one))],
    ['changing', read(one), read(one), read(other)],
    ['changing', ...Array<Seen>(8).fill(read(one)), read(other)],
    ['', read(one), read(one)],
    // Each operation may have its own order, and what was changed may have another one.
    ['', read(one), { body: `[${other}]` }],
    ['', read(one), create(2), read(other)],
  ]);

  learns('json.spacing', [
    ['compact', { body: '[{"id":1,"name":"A: b, c"}]' }],
    ['compact', { body: '[{"id":1}]\n' }],
    ['indented', { body: '[\n  {\n    "id": 1,\n    "name": "A"\n  }\n]' }],
    ...['[{"id": 1, "name": "A"}]', '[]', '[\n]'].map((body): Row => ['', { body }]),
  ]);

  const names = (...some: readonly string[]) => some.map((name): Seen => ({ body: `[{"id":1,"name":"${name}"}]` }));
  learns('json.escapes', [
    ['least', ...names('Zoë/1')],
    ['ascii', ...names('Zo\\u00eb\\/1')],
    ['ascii', ...names('\\ud83d\\udc15 \\/')],
    ['least ascii', ...names('Zoë/1', 'Zo\\u00eb\\/1')],
    // One of the two alone, one of each kind, and more than any option says.
    ...['Zoë', 'a/b', 'Zo\\u00eb/1', 'Zoë\\/1', 'Zoë/1 \\u003c'].map((name): Row => ['', ...names(name)]),
    // What has to be escaped, or is by many, tells nothing.
    ['least', ...names('\\u0001 \\\\/ \\u2028 Zoë/1')],
  ]);

  const typed = (type: string, more = {}): Seen => ({ headers: { 'content-type': type, ...more } });
  learns('charset', [
    ['absent', typed('application/json')],
    ['named', typed('application/json; charset=UTF-8')],
    ['', typed('application/json; charset=latin1')],
    ['', typed('text/html; charset=utf-8')],
    // The operation is removed.
    ['', { ...read({}), ...typed('application/json', { date: 'Mon, 01 Jan 2035 00:00:00 GMT' }) }],
  ]);
});

describe('connections', () => {
  const wireNames = ['Content-Type', 'Date'];
  const framed = (headers: Seen['headers'], more: Seen = { wireNames }): Seen => ({ ...more, headers: headers ?? {} });
  const chunked = { 'transfer-encoding': 'chunked' };
  learns('framing', [
    ['length', framed({ 'content-length': '2' })],
    ['chunked', framed(chunked)],
    ['', framed({})],
    ['', framed({ 'content-length': '2' }, {})],
    ['', framed(chunked, {})],
    ['', framed({ ...chunked, 'content-encoding': 'identity' })],
    ['', framed({ 'content-length': '0' }, { wireNames, body: '' })],
  ]);

  const asking = (encoding: string | undefined, headers = {}, body = `["${'x'.repeat(3000)}"]`): Seen => ({
    ...{ wireNames, asked: { encoding, connection: undefined } },
    ...{ headers: { ...JSON_TYPE, ...headers }, body },
  });
  learns('compression', [
    ['gzip', asking('gzip, br', { 'content-encoding': 'gzip' })],
    ['none', asking('gzip')],
    ['', asking('gzip', {}, '[]')],
    ['', asking(undefined)],
    ['', asking('gzip;q=0')],
    ['', asking('gzip, br', { 'content-encoding': 'br' })],
  ]);

  const close = { connection: 'close' };
  const over = (number: number, carried: number, headers = {}): Seen => ({
    ...{ wireNames, headers: { ...JSON_TYPE, ...headers } },
    connection: { number, carried, hasExcess: false },
  });
  learns('connection', [
    ['kept', over(1, 0), over(1, 1)],
    ['closed', over(1, 0, close)],
    ['', over(1, 0), over(2, 0)],
    // Many servers close a connection after its hundredth reply, and now and then one at once.
    ['kept', ...Array.from({ length: 100 }, (_, nth) => over(1, nth, nth === 99 ? close : {}))],
    ['kept', ...Array.from({ length: 40 }, (_, nth) => over(nth >> 1, nth % 2, nth === 38 ? close : {}))],
    ['kept closed', over(1, 0), over(1, 1), over(2, 0, close), over(3, 0)],
    // Where the client asks for it, or something went wrong, any server may close.
    ['', { ...over(1, 0, close), asked: { encoding: undefined, connection: 'close' } }],
    ['', { ...over(1, 0, close), status: 400 }],
  ]);

  const took = (...all: readonly number[]) => all.map((milliseconds): Seen => ({ ...over(1, 1), milliseconds }));
  learns('latency', [
    ['at-once', ...took(2, 3, 2, 4, 9, 2, 3, 2)],
    ['slow', ...took(90, 240, 130, 180, 110, 220, 150, 95)],
    ['at-once slow', ...took(2, 240, 3, 180, 2, 220, 3, 95)],
    // One hitch is none; what is far away is slow by the same each time.
    ['at-once', ...took(2, 3, 2, 4, 300, 2, 3, 2)],
    ['', ...took(120, 122, 121, 123, 120, 121, 122, 124)],
    ['', ...took(60, 62, 70, 61, 64, 66, 61, 60)],
    ['', ...took(2, 3)],
  ]);
});
