import { gunzipSync } from 'node:zlib';
import type { BehaviourId } from '../../openapi/behaviours/options';
import { parseJson, type StartedMock, startMock } from '../index';
import { sendRaw, statusesOf } from '../testing/socket';
import { numberOf } from './errors';

/** A Thursday, at noon. */
const NOON = Date.parse('2026-11-19T12:00:00Z');
const KEY = 'authorization: Bearer demo-free';
const CHUNK = /^([\da-f]+)\r\n/;

type Choices = Readonly<Partial<Record<BehaviourId, string>>>;

interface Reply {
  readonly status: number;
  /** Names as they were sent, in their order. */
  readonly names: readonly string[];
  readonly headers: ReadonlyMap<string, string>;
  readonly chunks: readonly number[];
  /** Decoded. */
  readonly text: string;
}

/** A reply from its bytes: nothing between the socket and the test changes them. */
function replyIn(wire: string, method: string): Reply {
  const head = wire.slice(0, wire.indexOf('\r\n\r\n'));
  const lines = head.split('\r\n').slice(1);
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const);
  const headers = new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  let rest = wire.slice(head.length + 4);
  const chunks: number[] = [];
  if (headers.get('transfer-encoding') === 'chunked') {
    let body = '';
    for (;;) {
      const [line = '', size = ''] = CHUNK.exec(rest) ?? [];
      if (line === '') throw new Error(`no chunk: ${rest}`);
      const length = Number.parseInt(size, 16);
      chunks.push(length);
      body += rest.slice(line.length, line.length + length);
      rest = rest.slice(line.length + length + 2);
      if (length === 0) break;
    }
    expect(rest).toBe('');
    rest = body;
  } else if (method !== 'HEAD' && headers.has('content-length')) {
    expect(rest.length).toBe(Number(headers.get('content-length')));
  }
  const bytes = Buffer.from(rest, 'latin1');
  const text = String(headers.get('content-encoding') === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(wire)?.[1]),
    ...{ names: pairs.map(([name]) => name), headers, chunks, text },
  };
}

/** The reply to a request, after which the client has no other. */
async function ask(
  line: string,
  { headers = [], body = '', version = '1.1' }: { headers?: readonly string[]; body?: string; version?: string } = {},
): Promise<Reply> {
  const [method = '', path = ''] = line.split(' ');
  const head = [`${method} /v1${path} HTTP/${version}`, 'Host: mock', ...headers, `Content-Length: ${body.length}`];
  const { text } = await sendRaw(mock.baseUrl, [[...head, '', body].join('\r\n')], { end: true, patience: 5000 });
  return replyIn(text, method);
}

let mock: StartedMock;
const broken: string[] = [];
beforeAll(async () => {
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => broken.push(String(text)) > 0);
  mock = await startMock({ log: 'errors', checkReplies: true });
});
afterAll(async () => {
  jest.restoreAllMocks();
  await mock.close();
});

async function choose(choices: Choices): Promise<void> {
  await mock.reset();
  mock.clock.freeze();
  mock.clock.set(NOON);
  await mock.choices.set({ choices });
}
afterEach(() => {
  expect(broken.filter((line) => line.includes('BROKEN REPLY'))).toEqual([]);
});

const headers = [KEY];
const NEW = {
  headers: [KEY, 'Content-Type: application/json'],
  body: '{"name":"Zoe/1","categoryId":9007199254740993}',
};
const UNICODE = { headers: NEW.headers, body: '{"name":"Zo\\u00eb/\\ud83d\\ude3a","categoryId":1}' };

/** Uses up the allowance, and gives the reply to one request more. */
async function beyondTheLimit(choices: Choices): Promise<Reply> {
  await choose(choices);
  await mock.allowances.set('free', { left: { minute: 0 } });
  return ask('GET /pets', { headers });
}

const json = ({ text }: Reply): unknown => parseJson(text);
const code = ({ status, text }: Reply): unknown => [status, JSON.parse(text).code];
const valuesOf =
  (...names: readonly string[]) =>
  (reply: Reply): unknown =>
    names.map((name) => reply.headers.get(name));
const HEX = expect.stringMatching(/^[\da-f]{8}$/);

describe('each option shows itself:', () => {
  test.each<readonly [Choices, string, Parameters<typeof ask>[1], (reply: Reply) => unknown, unknown]>([
    [{ 'error.code': 'upper-case' }, 'GET /pets', {}, code, [401, 'UNAUTHORIZED']],
    [
      { 'error.code': 'numbers', 'error.message': 'phrase', 'error.further': 'some' },
      'GET /pets/7777',
      { headers },
      json,
      { code: `E404${numberOf('not_found')}`, message: 'Not Found', status: 404, _trace: HEX },
    ],
    [
      { 'record.further': 'some' },
      'GET /pets?limit=1',
      { headers },
      json,
      [expect.objectContaining({ id: 1, _revision: expect.any(Number) })],
    ],
    [{ challenge: 'bare' }, 'GET /pets', {}, valuesOf('www-authenticate'), ['Bearer']],
    [{ 'headers.further': 'some' }, 'GET /pets', { headers }, valuesOf('x-request-id', 'server'), [HEX, 'nginx']],
    [{ 'headers.case': 'lower' }, 'GET /pets', { headers }, upperCased, []],
    [
      { 'json.spacing': 'indented' },
      'POST /pets',
      NEW,
      ({ text }) => text,
      expect.stringMatching(/^\{\n {2}"id": \d+,\n {2}"name": "Zoe\/1",\n {2}"categoryId": 9007199254740993\n\}$/),
    ],
    [
      { 'json.escapes': 'ascii' },
      'POST /pets',
      UNICODE,
      ({ text }) => text,
      expect.stringContaining(String.raw`"name":"Zo\u00eb\/\ud83d\ude3a"`),
    ],
    [{ charset: 'named' }, 'GET /pets', { headers }, valuesOf('content-type'), ['application/json; charset=utf-8']],
    [{ framing: 'chunked' }, 'GET /pets/1', { headers }, framed, [200, 'chunked', undefined, true]],
    [{ framing: 'chunked' }, 'HEAD /pets/1', { headers }, framed, [200, undefined, expect.any(String), false]],
    [{ framing: 'chunked' }, 'OPTIONS /pets', {}, framed, [204, undefined, undefined, false]],
    [
      { framing: 'chunked' },
      'GET /pets/1',
      { headers, version: '1.0' },
      (reply) => [reply.headers.has('transfer-encoding'), JSON.parse(reply.text).id],
      [false, 1],
    ],
    [
      { compression: 'gzip' },
      'GET /pets/1',
      { headers: [KEY, 'Accept-Encoding: br, gzip;q=0.5'] },
      (reply) => [valuesOf('content-encoding', 'vary')(reply), JSON.parse(reply.text).id],
      [['gzip', 'Origin, Accept-Encoding'], 1],
    ],
    ...['identity', 'gzip;q=0', 'br', 'gzip;q=0.1, identity'].map(
      (accepted) =>
        [
          { compression: 'gzip' },
          'GET /pets/1',
          { headers: [KEY, `Accept-Encoding: ${accepted}`] },
          (reply: Reply) => [reply.headers.has('content-encoding'), JSON.parse(reply.text).id],
          [false, 1],
        ] as const,
    ),
    [{ connection: 'closed' }, 'GET /pets/1', { headers }, valuesOf('connection'), ['close']],
    [{ connection: 'kept' }, 'GET /pets/1', { headers }, valuesOf('connection'), ['keep-alive']],
    [
      { 'method.wrong': 'not-found' },
      'PUT /pets',
      { headers },
      (reply) => [reply.status, reply.headers.has('allow')],
      [404, false],
    ],
    [{ 'path.invalid': 'bad-request' }, 'GET /pets/one', { headers }, code, [400, 'invalid_parameter']],
    [{ 'path.invalid': 'bad-request' }, 'GET /pets/7777', { headers }, code, [404, 'not_found']],
    // What can't be read as a request is answered alike, but for chunks, which HTTP/1.0 does not know.
    [
      { 'headers.case': 'lower', framing: 'chunked', 'error.code': 'upper-case' },
      'GET /pets',
      { headers: ['no header'], version: '1.0' },
      (reply) => [code(reply), reply.headers.has('transfer-encoding'), reply.chunks],
      [[400, 'MALFORMED_REQUEST'], false, []],
    ],
  ])('%j, %s', async (choices, line, request, show, expected) => {
    await choose(choices);
    expect(show(await ask(line, request))).toEqual(expected);
  });
});

function upperCased({ names }: Reply): unknown {
  expect(names).toEqual(
    expect.arrayContaining(['date', 'connection', 'keep-alive', 'content-type', 'x-ratelimit-limit', 'vary']),
  );
  return names.filter((name) => /[A-Z]/.test(name));
}

function framed({ status, headers: sent, chunks }: Reply): unknown {
  return [status, sent.get('transfer-encoding'), sent.get('content-length'), chunks.length > 2];
}

describe('a reply', () => {
  test('says by a date what it says in seconds otherwise', async () => {
    const usual = await beyondTheLimit({ connection: 'closed' });
    const dated = await beyondTheLimit({ 'retry-after': 'date' });
    expect([usual.status, dated.status]).toEqual([429, 429]);
    const until = NOON / 1000 + Number(usual.headers.get('retry-after'));
    expect(dated.headers.get('retry-after')).toBe(new Date(until * 1000).toUTCString());
    expect(dated.headers.get('x-ratelimit-reset')).toBe(String(until));
  });

  test('has its members in another order than the one before, each record of a list too', async () => {
    await choose({ 'json.member-order': 'changing' });
    const orders: string[] = [];
    for (let sent = 0; sent < 6; sent += 1) {
      orders.push(Object.keys(JSON.parse((await ask('GET /pets/2', { headers })).text)).join());
    }
    expect(orders.filter((order, place) => order === orders[place - 1])).toEqual([]);
    expect(new Set(orders).size).toBeGreaterThan(2);
    const list: object[] = JSON.parse((await ask('GET /pets?limit=5', { headers })).text);
    expect(new Set(list.map((record) => Object.keys(record).join())).size).toBeGreaterThan(1);
  });

  test('shows the same further members of a record wherever it is', async () => {
    await choose({ 'record.further': 'some' });
    const created = parseJson((await ask('POST /pets', NEW)).text);
    expect(created).toEqual({ id: 127, name: 'Zoe/1', categoryId: 9007199254740993n, _revision: expect.any(Number) });
    expect(parseJson((await ask('GET /pets/127', { headers })).text)).toEqual(created);
    expect(parseJson((await ask('GET /pets?limit=100', { headers })).text)).toHaveLength(100);
    expect(await mock.fetch('/__admin/health').then((reply) => reply.text())).not.toContain('_revision');
  });

  test('is the same to HEAD as to GET, but for its body', async () => {
    await choose({ compression: 'gzip', 'headers.case': 'lower', charset: 'named' });
    const request = { headers: [KEY, 'Accept-Encoding: gzip'] };
    const [get, head] = [await ask('GET /pets', request), await ask('HEAD /pets', request)];
    const { 'x-ratelimit-remaining': left, ...others } = Object.fromEntries(head.headers);
    expect({ ...others, 'x-ratelimit-remaining': String(Number(left) + 1) }).toEqual(Object.fromEntries(get.headers));
    expect([head.text, others['content-encoding']]).toEqual(['', 'gzip']);
    const [{ response } = { response: undefined }] = await mock.requests({ method: 'GET' });
    expect(response?.body).toBe(get.text);
    expect(response?.headers).toContainEqual({ name: 'content-encoding', value: 'gzip' });
  });

  test('is the last of its connection, whatever was sent behind it, and comes before the end of a body', async () => {
    await choose({ connection: 'closed', framing: 'chunked', 'headers.case': 'lower' });
    const line = `GET /v1/pets/1 HTTP/1.1\r\nHost: mock\r\n${KEY}\r\n\r\n`;
    const { text, closed } = await sendRaw(mock.baseUrl, [line.repeat(3)], { patience: 5000 });
    expect([closed, statusesOf({ text, closed })]).toEqual([true, [200]]);
    expect(JSON.parse(replyIn(text, 'GET').text)).toMatchObject({ id: 1 });
    await choose({ framing: 'chunked', 'headers.case': 'lower' });
    const begun = 'POST /v1/pets HTTP/1.1\r\nHost: mock\r\nContent-Length: 999999\r\n\r\n{';
    const early = await sendRaw(mock.baseUrl, [begun], { end: true, patience: 5000 });
    const reply = replyIn(early.text, 'POST');
    expect([reply.headers.get('connection'), reply.names.filter((name) => /[A-Z]/.test(name))]).toEqual(['close', []]);
    expect(JSON.parse(reply.text)).toMatchObject({ status: reply.status });
  });

  test('takes a tenth of a second and more, but none to a client that has left or a mock that closes', async () => {
    await choose({ latency: 'slow' });
    await mock.fetch('/v1/pets', { headers: { authorization: 'Bearer demo-free' } });
    const [{ durationMs } = { durationMs: 0 }] = await mock.requests();
    expect(durationMs).toBeGreaterThanOrEqual(99);
  });
});

test('no two codes of the mock have the same number', () => {
  const codes = [
    ...[
      'bad_request',
      'invalid_parameter',
      'invalid_body',
      'malformed_body',
      'malformed_request',
      'invalid_preference',
    ],
    ...[
      'unauthorized',
      'forbidden',
      'not_found',
      'unknown_path',
      'method_not_allowed',
      'request_timeout',
      'client_left',
    ],
    ...['conflict', 'out_of_ids', 'gone', 'body_too_large', 'unsupported_media_type', 'expectation_failed'],
    ...['unprocessable_entity', 'rate_limit_exceeded', 'temporarily_banned', 'headers_too_large', 'internal_error'],
    ...['service_unavailable', 'too_many_connections', 'out_of_files', 'insufficient_storage', 'store_unavailable'],
  ];
  expect(new Set(codes.map(numberOf)).size).toBe(codes.length);
});
