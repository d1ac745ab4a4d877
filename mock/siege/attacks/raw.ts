import fc, { type Arbitrary } from 'fast-check';
import { jsonMediaType, stringifyJson } from '../../../openapi/contract';
import { ownKey, withQuery } from '../arbitraries/sent';
import { size } from '../arbitraries/texts';
import type { Attempt, Ending } from '../model';
import { carriedBy, type Subject, schemeFor, validBodies } from '../subject';
import type { Attack } from './model';

/** Bytes that break the rules of HTTP, or keep them strangely, each on a connection of its own. */
export const raw: Attack = {
  name: 'raw',
  title: 'bytes that are no HTTP, or nearly; connections that end early, or never',
  share: 20,
  phase: 'side by side',
  attempts(subject) {
    const request = anyRequest(subject);
    const bytes = fc.oneof(
      { weight: 8, arbitrary: request },
      { weight: 2, arbitrary: fc.array(request, { minLength: 2, maxLength: 5 }).map((all) => Buffer.concat(all)) },
      { weight: 3, arbitrary: fc.tuple(request, damages()).map(([whole, hurt]) => hurt(whole)) },
      { weight: 1, arbitrary: garbage() },
    );
    return fc.tuple(bytes, cuts(), ending()).map(([whole, places, how]) => attempt(whole, places, how));
  },
};

const attempt = (whole: Buffer, places: readonly number[], ending: Ending): Attempt => ({
  parts: apart(whole, places),
  ending,
  request: undefined,
});

/** HEAD is left out: whether a reply has a body could not be told from outside. */
const METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PRI',
  'get',
  'G',
  '',
  'GET ',
  'M-SEARCH',
  'X'.repeat(300),
  'G\0T',
];
const VERSIONS = [
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/1.10',
  'HTTP/9.9',
  'http/1.1',
  'HTTP/1.',
  '',
  'HTTP/1.1 ',
  'ICE/1.0',
  'RTSP/1.0',
];
const ENDS = ['\r\n', '\n', '\r', '\r\r\n', '\n\r'];

/** Header lines without their ends. Those that frame a message stand below. */
const LINES = [
  ...[
    ': x',
    'X',
    'X : y',
    ' X: y',
    '\tX: y',
    'X: a\r\n b',
    'X: a\r\n\tb',
    'X: a\0b',
    'X: a\x01b',
    'X: \xff\xfe',
    'X:',
    'X:y',
    'X: a\nY: b',
  ],
  ...[
    'X: a\rb',
    'Host: a',
    'Host: ',
    'Host: a, b',
    'Host: a:99999',
    'Host: [::1',
    'host:a',
    'Host : a',
    'Host: \xe9',
    'H\xf6st: a',
  ],
  ...[
    'Connection: close',
    'Connection: keep-alive',
    'Connection: upgrade',
    'Connection: close, keep-alive',
    'Connection: ,,,',
    'Connection: host',
  ],
  ...[
    'Upgrade: websocket',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ],
  ...[
    'Expect: 100-continue',
    'Expect: 100-CONTINUE',
    'Expect: 200-ok',
    'Expect:',
    'Trailer: Host',
    'TE: trailers',
    'Keep-Alive: timeout=9999',
  ],
  ...[
    'Range: bytes=0-',
    'Max-Forwards: 0',
    'Cookie: ;;;=',
    'X: {"',
    `(X): y`,
    'X@Y: z',
    '"X": y',
    'X: y: z',
    'Date: x',
    'Via: 1.1 x',
  ],
];

const FRAMINGS = [
  ...[
    'Content-Length: 0',
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: +2',
    'Content-Length: 2, 2',
    'Content-Length: 0x2',
  ],
  ...[
    'Content-Length: 99999999999999999999',
    'Content-Length: 2\r\nContent-Length: 3',
    'Content-Length: 2\r\nContent-Length: 2',
    'Content-Length: ',
  ],
  ...[
    'Content-Length: 1e1',
    'Content-Length: 2 2',
    'Content-Length : 2',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: Chunked',
  ],
  ...[
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: chunked, gzip',
    'Transfer-Encoding: chunked, chunked',
    'Transfer-Encoding: identity',
  ],
  ...[
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: \x0bchunked',
    'Transfer-Encoding:\r\n chunked',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
  ],
  ...[
    'Content-Length: 5\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\nContent-Length: 5',
    'Transfer-Encoding',
    'Transfer-Encoding: ',
  ],
];

const CHUNKS = [
  ...[
    '0\r\n\r\n',
    '5\r\nhello\r\n0\r\n\r\n',
    'zz\r\n{}\r\n0\r\n\r\n',
    '-1\r\n\r\n',
    '5;a=b\r\nhello\r\n0\r\n\r\n',
    '5\nhello\n0\n\n',
    '0x5\r\nhello\r\n0\r\n\r\n',
  ],
  ...[
    '5\r\nhelloX\r\n0\r\n\r\n',
    '5\r\nhel',
    'ffffffffffffffff\r\n',
    '00000000000000000005\r\nhello\r\n0\r\n\r\n',
    '5 \r\nhello\r\n0\r\n\r\n',
    '\r\n',
  ],
  ...[
    '0\r\nX: y\r\n\r\n',
    '0\r\nContent-Length: 9\r\n\r\n',
    '0\r\nX y\r\n\r\n',
    `5;${'a'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
    `0\r\n${'X: y\r\n'.repeat(3000)}\r\n`,
  ],
];

/** A request of which each line may be wrong. */
function anyRequest(subject: Subject): Arbitrary<Buffer> {
  const { contract } = subject;
  const operations = contract.operations.filter(({ path }) => !path.includes('{'));
  const known = (operations.length === 0 ? contract.operations : operations).map((operation) => {
    const { headers, query } = carriedBy(schemeFor(contract, operation), ownKey(subject, 'raw'));
    const target = withQuery(contract.prefix + operation.path, query);
    const key = headers.map(([name, value]) => `${name}: ${value}`);
    const [valid] = validBodies(operation);
    const media = jsonMediaType(operation.body?.content ?? []);
    const body = media === undefined ? '' : stringifyJson(valid);
    return { method: operation.method, target, key, body, type: `Content-Type: ${media?.type ?? 'application/json'}` };
  });
  const ofOne = ({ method, target, key, body, type }: (typeof known)[number]): Arbitrary<Buffer> => {
    const length = `Content-Length: ${Buffer.byteLength(body)}`;
    return fc
      .record({
        method: rarely(method, METHODS),
        target: targets(target),
        version: rarely('HTTP/1.1', VERSIONS),
        end: rarely('\r\n', ENDS),
        host: rarely<readonly string[]>(['Host: 127.0.0.1'], [[], ['Host: a', 'Host: b']]),
        key: rarely(key, [[]]),
        lines: fc.oneof(
          { weight: 6, arbitrary: fc.constant([]) },
          { weight: 6, arbitrary: fc.array(fc.constantFrom(...LINES), { maxLength: 3 }) },
          { weight: 1, arbitrary: longLine().map((line) => [line]) },
        ),
        framing: fc.oneof(
          { weight: 3, arbitrary: fc.constant<string>(body === '' ? '' : length) },
          { weight: 2, arbitrary: fc.constantFrom(...FRAMINGS) },
        ),
        body: fc.oneof(
          { weight: 2, arbitrary: fc.constant(body) },
          { weight: 1, arbitrary: fc.constantFrom(...CHUNKS) },
        ),
      })
      .map((parts) => {
        const framing = parts.framing === '' ? [] : [parts.framing];
        const start = `${parts.method} ${parts.target} ${parts.version}`;
        const lines = [start, ...parts.host, ...parts.key, ...(body === '' ? [] : [type]), ...parts.lines, ...framing];
        return Buffer.from([...lines, '', parts.body].join(parts.end), 'latin1');
      });
  };
  return fc.oneof(...known.map(ofOne));
}

const rarely = <Value>(usual: Value, others: readonly Value[]): Arbitrary<Value> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const targets = (usual: string): Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
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
        ...[
          `http://a${usual}`,
          `https://a:1${usual}`,
          `HTTP://A${usual}`,
          `ftp://a${usual}`,
          `//a${usual}`,
          `${usual} x`,
          `${usual}\\`,
        ],
        ...[
          'http://[::1',
          'http://a:b@c/',
          '/%',
          '/../..',
          '/__admin',
          '/__admin/health',
          'http://a/__admin/health',
          '/\x7f',
        ],
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('/', '/a', '/-', '/%', '/?', '/a/'), size(20_000))
        .map(([unit, length]) => unit.repeat(length).slice(0, length)),
    },
  );

const longLine = (): Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('X: ', 'Cookie: ', 'Authorization: Bearer ', 'Accept: ', 'Prefer: ', ''),
      fc.constantFrom('a', '-', ',', ';', '=', ' ', 'a=b;', 'X: y\r\n'),
      size(40_000),
    )
    .map(([name, unit, length]) => name + unit.repeat(Math.ceil(length / unit.length)).slice(0, length));

const ending = (): Arbitrary<Ending> =>
  fc.oneof(
    { weight: 7, arbitrary: fc.constant<Ending>('end') },
    { weight: 2, arbitrary: fc.constant<Ending>('leave') },
    { weight: 1, arbitrary: fc.constant<Ending>('hold') },
  );

/** Where the bytes are cut into parts, in thousandths. */
const cuts = (): Arbitrary<readonly number[]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.nat({ max: 1000 }), { maxLength: 6 }) },
  );

function apart(whole: Buffer, places: readonly number[]): readonly Buffer[] {
  const at = [...new Set(places.map((place) => Math.floor((whole.length * place) / 1000)))].sort(
    (one, other) => one - other,
  );
  return [0, ...at].map((from, place) => whole.subarray(from, at[place])).filter(({ length }) => length > 0);
}

/** Bytes changed, cut off, doubled, or put in front. */
const damages = (): Arbitrary<(whole: Buffer) => Buffer> =>
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
