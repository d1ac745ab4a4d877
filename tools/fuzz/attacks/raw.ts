import fc, { type Arbitrary } from 'fast-check';
import { stringifyJson } from '../../../openapi/contract';
import { jsonBodyOf, requestFor, validBodies } from '../http/conforming';
import type { Attack, Attempt, Ending, Target } from '../model';
import { rarely, repeated, size, weighted } from './arbitraries';
import { ownKey } from './bodies';

/** Bytes that are no HTTP, or nearly, each on a connection of its own that may end early, or never. */
export const raw: Attack = {
  name: 'raw',
  share: 20,
  attempts(target) {
    const request = malformedRequest(target);
    const bytes = weighted(
      [8, request],
      [2, fc.array(request, { minLength: 2, maxLength: 5 }).map((all) => Buffer.concat(all))],
      [3, fc.tuple(request, damage()).map(([whole, hurt]) => hurt(whole))],
      [1, garbage()],
    );
    const ending = weighted<Ending>([7, fc.constant('end')], [2, fc.constant('leave')], [1, fc.constant('hold')]);
    return fc
      .tuple(bytes, cuts(), ending)
      .map(([whole, places, how]): Attempt => ({ parts: apart(whole, places), ending: how, request: undefined }));
  },
};

/** Where the bytes are cut into parts, in thousandths. */
const cuts = (): Arbitrary<readonly number[]> =>
  weighted<readonly number[]>([3, fc.constant([])], [1, fc.array(fc.nat({ max: 1000 }), { maxLength: 6 })]);

function apart(whole: Buffer, places: readonly number[]): readonly Buffer[] {
  const at = [...new Set(places.map((place) => Math.floor((whole.length * place) / 1000)))].sort(
    (one, other) => one - other,
  );
  return [0, ...at].map((from, place) => whole.subarray(from, at[place])).filter(({ length }) => length > 0);
}

/** Bytes cut off, changed, added, left out, or put in front. */
const damage = (): Arbitrary<(whole: Buffer) => Buffer> =>
  fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 1000 }), fc.nat({ max: 255 })).map(([kind, place, byte]) => (whole) => {
    const at = Math.floor((whole.length * place) / 1001);
    const one = Buffer.of(byte);
    const [before, after] = [whole.subarray(0, at), whole.subarray(at)];
    if (kind === 0) return before;
    if (kind === 1) return Buffer.concat([before, one, after.subarray(1)]);
    if (kind === 2) return Buffer.concat([before, one, after]);
    if (kind === 3) return Buffer.concat([before, after.subarray(1)]);
    return Buffer.concat([one, Buffer.from('\r\n'), whole]);
  });

/** The greeting of TLS, the prefaces of other protocols, any bytes. */
const garbage = (): Arbitrary<Buffer> =>
  fc.oneof(
    fc.constantFrom(
      Buffer.from('16030100a5010000a10303', 'hex'),
      Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      Buffer.from('EHLO a\r\n'),
      Buffer.from('\r\n\r\n\r\n'),
      Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
      Buffer.alloc(0),
    ),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.tuple(fc.nat({ max: 255 }), size(70_000)).map(([byte, length]) => Buffer.alloc(length, byte)),
  );

/** A request of which each line may be wrong. */
function malformedRequest(target: Target): Arbitrary<Buffer> {
  const { contract, control } = target;
  const plain = contract.operations.filter(({ path }) => !path.includes('{'));
  const operations = plain.length === 0 ? contract.operations : plain;
  return fc.oneof(
    ...operations.map((operation) => {
      const request = requestFor(contract, operation, ownKey(target, 'raw'));
      const media = jsonBodyOf(operation);
      const body = media === undefined ? '' : stringifyJson(validBodies(operation)[0]);
      const framing = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
      const type = media === undefined ? [] : [`Content-Type: ${media.type}`];
      return fc
        .record({
          method: rarely<string>(request.method, METHODS),
          target: weighted(
            [8, fc.constant(request.target)],
            [2, fc.constantFrom(...wrongTargets(request.target, control.prefix))],
            [1, repeated(['/', '/a', '/-', '/%', '/?', '/a/'], 20_000)],
          ),
          version: rarely('HTTP/1.1', VERSIONS),
          end: rarely('\r\n', ['\n', '\r', '\r\r\n', '\n\r']),
          host: rarely<readonly string[]>(['Host: 127.0.0.1'], [[], ['Host: a', 'Host: b']]),
          key: rarely<readonly string[]>(
            request.headers.map((line) => line.join(': ')),
            [[]],
          ),
          lines: weighted<readonly string[]>(
            [6, fc.constant([])],
            [6, fc.array(fc.oneof(strangeLine(), fc.constantFrom(...LINES)), { maxLength: 3 })],
            [1, longLine().map((line) => [line])],
          ),
          framing: weighted<readonly string[]>([3, fc.constant(framing)], [2, framings()]),
          body: weighted([2, fc.constant(body)], [1, fc.constantFrom(...CHUNKS)]),
        })
        .map((parts) => {
          const start = `${parts.method} ${parts.target} ${parts.version}`;
          const lines = [start, ...parts.host, ...parts.key, ...type, ...parts.lines, ...parts.framing];
          return Buffer.from([...lines, '', parts.body].join(parts.end), 'latin1');
        });
    }),
  );
}

/** HEAD is left out: whether a reply has a body could not be told from outside. */
const METHODS = [
  ...['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PRI', 'get', 'G', '', 'GET ', 'M-SEARCH'],
  ...['X'.repeat(300), 'G\0T'],
];

const VERSIONS = [
  ...['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.10', 'HTTP/9.9', 'http/1.1', 'HTTP/1.', ''],
  ...['HTTP/1.1 ', 'ICE/1.0', 'RTSP/1.0'],
];

const wrongTargets = (usual: string, prefix: string): readonly string[] => [
  ...[
    '*',
    '/',
    '',
    '//',
    '/ ',
    '/\t',
    '/\xe9',
    '/\0',
    'x',
    '?',
    '#',
    '/#',
    '127.0.0.1:80',
    'a:443',
    'http://',
    'http://a',
  ],
  ...[`http://a${usual}`, `https://a:1${usual}`, `HTTP://A${usual}`, `ftp://a${usual}`, `//a${usual}`, `${usual} x`],
  ...[`${usual}\\`, 'http://[::1', 'http://a:b@c/', '/%', '/../..', prefix, `${prefix}/health`, '/\x7f'],
  `http://a${prefix}/health`,
];

/** A header line: any name, whatever divides it from its value, and any value. */
const strangeLine = (): Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('X', 'Host', 'host', 'H\xf6st', '(X)', 'X@Y', '"X"', '', ' X', '\tX'),
      rarely(': ', [':', ' : ', '']),
      fc.constantFrom(
        ...['y', '', 'y: z', 'a\r\n b', 'a\r\n\tb', 'a\0b', 'a\x01b', '\xff\xfe', 'a\nY: b', 'a\rb', '{"'],
        ...['a, b', 'a:99999', '[::1', '\xe9'],
      ),
    )
    .map((parts) => parts.join(''));

/** Header lines that mean something to a server. Those that frame a message stand below. */
const LINES = [
  ...['close', 'keep-alive', 'upgrade', 'close, keep-alive', ',,,', 'host'].map((value) => `Connection: ${value}`),
  ...['100-continue', '100-CONTINUE', '200-ok', ''].map((value) => `Expect: ${value}`),
  ...[
    'Upgrade: websocket',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    'Trailer: Host',
    'TE: trailers',
  ],
  ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Keep-Alive: timeout=9999', 'Range: bytes=0-', 'Max-Forwards: 0'],
  ...['Cookie: ;;;=', 'Date: x', 'Via: 1.1 x'],
];

const longLine = (): Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('X: ', 'Cookie: ', 'Authorization: Bearer ', 'Accept: ', 'Prefer: ', ''),
      repeated(['a', '-', ',', ';', '=', ' ', 'a=b;', 'X: y\r\n'], 40_000),
    )
    .map((parts) => parts.join(''));

const LENGTHS = ['0', '2', '3', '5', '-1', '+2', '2, 2', '0x2', '99999999999999999999', '', '1e1', '2 2'];
const CODINGS = [
  ...['chunked', 'Chunked', 'gzip, chunked', 'chunked, gzip', 'chunked, chunked', 'identity', 'xchunked'],
  ...['\x0bchunked', '\r\n chunked', 'x', ''],
];

/** Header lines that say how long a body is, once or twice, in one way or in both. */
const framings = (): Arbitrary<readonly string[]> => {
  const line = fc.oneof(
    fc.tuple(rarely('Content-Length: ', ['Content-Length : ']), fc.constantFrom(...LENGTHS)),
    fc.tuple(rarely('Transfer-Encoding: ', ['Transfer-Encoding']), fc.constantFrom(...CODINGS)),
  );
  return fc.array(
    line.map((parts) => parts.join('')),
    { minLength: 1, maxLength: 2 },
  );
};

/** Bodies in chunks. */
const CHUNKS = [
  ...['0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n{}\r\n0\r\n\r\n', '-1\r\n\r\n', '5;a=b\r\nhello\r\n0\r\n\r\n'],
  ...['5\nhello\n0\n\n', '0x5\r\nhello\r\n0\r\n\r\n', '5\r\nhelloX\r\n0\r\n\r\n', '5\r\nhel', 'ffffffffffffffff\r\n'],
  ...['00000000000000000005\r\nhello\r\n0\r\n\r\n', '5 \r\nhello\r\n0\r\n\r\n', '\r\n', '0\r\nX: y\r\n\r\n'],
  ...['0\r\nContent-Length: 9\r\n\r\n', '0\r\nX y\r\n\r\n', `5;${'a'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`],
  `0\r\n${'X: y\r\n'.repeat(3000)}\r\n`,
];
