import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { hangsUpOn, lockingFor, plainly, replying, saying } from '../server/altering';
import { type Lawful, lawfulBecause } from '../server/cases';
import type { Asked, Behaviour, Send } from '../server/model';

const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;

/** Compresses unless the client refuses it. */
export function compressed(coding: keyof typeof codings): Behaviour {
  const welcome = ({ headers }: Asked): boolean => headers['accept-encoding']?.includes(coding) ?? true;
  return {
    encode: (text, asked) => (welcome(asked) ? codings[coding](text) : Buffer.from(text)),
    ...saying((_allowance, _reply, asked) =>
      welcome(asked) ? { 'Content-Encoding': coding, Vary: 'Accept-Encoding' } : {},
    ),
  };
}

/** In three pieces, cut without regard to characters. */
export const chunked: Send = (response, { status, headers: { 'Content-Length': _length, ...headers }, bytes }) => {
  response.writeHead(status, headers);
  const third = Math.ceil(bytes.length / 3);
  response.write(bytes.subarray(0, third));
  setImmediate(() => {
    response.write(bytes.subarray(third, 2 * third));
    setImmediate(() => response.end(bytes.subarray(2 * third)));
  });
};

const trailed: Send = (response, { status, headers: { 'Content-Length': _length, ...headers }, bytes }) => {
  response.writeHead(status, { ...headers, Trailer: 'X-Checksum' });
  response.addTrailers({ 'X-Checksum': String(bytes.length) });
  response.end(bytes);
};

export const slowly: Send = (response, outgoing, asked) => {
  setTimeout(() => plainly(response, outgoing, asked), 20 + ((asked.world.seen * 7) % 31));
};

/** The end of the connection is the end of the body. */
const oldest: Send = (response, { status, headers: { 'Content-Length': _length, ...headers }, bytes }) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  response.socket?.write(`HTTP/1.0 ${status} \r\n${lines.join('')}\r\n`);
  response.socket?.end(bytes);
};

const hinted: Send = (response, outgoing, asked) => {
  response.writeEarlyHints({ link: '</v1/pets>; rel=preload' });
  plainly(response, outgoing, asked);
};

const phrased: Send = (response, { status, headers, bytes }) => {
  response.writeHead(status, 'Whatever You Say', headers).end(bytes);
};

/** Closes the connection after its reply, unannounced, where the test says so. */
const closing =
  (test: (asked: Asked) => boolean): Send =>
  (response, { status, headers, bytes }, asked) => {
    response.writeHead(status, headers).end(bytes, () => {
      if (test(asked)) response.socket?.end();
    });
  };

const named = (change: (name: string) => string): Behaviour => ({
  send: (response, { status, headers, bytes }) => {
    const renamed = Object.entries(headers).map(([name, value]) => [change(name), value]);
    response.writeHead(status, Object.fromEntries(renamed)).end(bytes);
  },
});

const alternating = (name: string): string =>
  [...name].map((letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase())).join('');

const caseless = 'Names of headers are case-insensitive (RFC 9110, 5.1).';
const base = 'The base address is not shown.';

const DEPRECATED = { Deprecation: '@0', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' };
const FURTHER = {
  ETag: 'W/"1"',
  Link: '</v1/pets?page=2>; rel="next"',
  'Set-Cookie': ['session=1; HttpOnly', 'region=eu'],
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Request-Id': '8b1a9953-c461-1296-a827-abf8c47804d7',
  'X-RateLimit-Policy': '1000;w=60',
  'RateLimit-Limit': '1000, 1000;w=60',
  Server: 'a/1 b/2',
};

/** Other ways to carry the same reply. */
const carried: readonly Lawful[] = lawfulBecause('How HTTP carries a message is not of the contract.', [
  ['bodies in gzip', compressed('gzip')],
  ['bodies in deflate', compressed('deflate')],
  ['bodies in Brotli', compressed('br')],
  ['bodies in chunks', { send: chunked }],
  ['bodies in chunks, with a trailer', { send: trailed }],
  ['bodies in gzip and in chunks', { ...compressed('gzip'), send: chunked }],
  ['every connection is closed after its reply', saying({ Connection: 'close' })],
  [
    'every fifth connection is closed after its reply',
    saying((_allowance, _reply, { world }) => (world.seen % 5 === 0 ? { Connection: 'close' } : {})),
  ],
  [
    'every tenth connection is closed after its reply, unannounced',
    { send: closing(({ world }) => world.seen % 10 === 0) },
    'A server may close an idle connection at any time (RFC 9112, 9.5).',
  ],
  ['HTTP/1.0, without a length', { send: oldest }],
  ['every reply takes 20 to 50 milliseconds', { send: slowly }, 'The contract names no time.', { isSlow: true }],
  [
    'early hints before every reply',
    { send: hinted },
    'A client must take any number of 1xx replies (RFC 9110, 15.2).',
  ],
  ['a reason phrase of its own', { send: phrased }, 'A client ignores the reason phrase (RFC 9112, 4).'],
  ['headers in lower case', named((name) => name.toLowerCase()), caseless],
  ['headers in upper case', named((name) => name.toUpperCase()), caseless],
  ['headers in alternating case', named(alternating), caseless],
  ['many further headers', saying(FURTHER), 'The contract does not say that there are no others.'],
  [
    'Deprecation and Sunset headers',
    saying((_allowance, _reply, { operation }) => (operation === 'read' ? DEPRECATED : {})),
    'Deprecation is announced per operation; how is not shown.',
  ],
  [
    'a charset beside the media type',
    saying({ 'Content-Type': 'application/json; charset=utf-8' }),
    'JSON is UTF-8, and may be said to be.',
  ],
  [
    'an odd writing of the media type',
    saying({ 'Content-Type': 'Application/JSON ;Charset="UTF-8" ; profile=v1' }),
    'Media types are case-insensitive, parameters may be quoted (RFC 9110, 8.3).',
  ],
  ['a longer base path', { basePath: '/api/stores/7/animals/v1' }, base],
  ['no base path', { basePath: '' }, base],
]);

const atAnyTime = 'A server may close a connection at any time (RFC 9112, 9.5).';

/** The nth request of a connection finds it closed. */
const idle = (nth: number): Behaviour => ({
  arrive: (asked) => {
    if (asked.connection.seen === nth) throw new Error('The connection was idle for too long.');
    return asked;
  },
});

/** Other ways to keep and to close connections. */
const connections: readonly Lawful[] = lawfulBecause(atAnyTime, [
  [
    'each connection is closed after its second reply, unannounced',
    { send: closing(({ connection }) => connection.seen >= 2) },
  ],
  [
    'a kept connection is reset instead of its eighth reply',
    idle(8),
    `${atAnyTime} It was idle, and the request has not been read.`,
    { needs: { exclusiveKey: true } },
  ],
  [
    'every second request finds its kept connection closed',
    idle(2),
    { needs: { exclusiveKey: true, limitKey: true, limitPlan: 'Free' } },
  ],
  [
    'refusals close the connection',
    saying((_allowance, { status }) => (status >= 400 ? { Connection: 'close' } : {})),
    'So that what is left of a body is not read (RFC 9112, 9.6).',
  ],
  [
    'connections are kept for five requests, and it says so',
    saying((_allowance, _reply, { connection }) =>
      connection.seen < 5 ? { 'Keep-Alive': `timeout=60, max=${5 - connection.seen}` } : { Connection: 'close' },
    ),
    'Keep-Alive tells how long a connection is kept.',
  ],
  ['connections are kept for a second', saying({ 'Keep-Alive': 'timeout=1' })],
  [
    'HEAD is not implemented',
    replying({}, (_, { method }) => (method === 'HEAD' ? { status: 501 } : {})),
    'The contract has no HEAD, and a server may not know a method (RFC 9110, 15.6.2).',
  ],
  [
    'the connection is cut in the place of a reply to HEAD',
    hangsUpOn(({ method }) => method === 'HEAD'),
    'The contract has no HEAD.',
  ],
  [
    'a line break behind each reply',
    {
      send: (response, outgoing, asked) => {
        plainly(response, outgoing, asked);
        response.socket?.write('\r\n');
      },
    },
    'A client ignores empty lines before a reply, as most do (RFC 9112, 2.2).',
  ],
]);

/** Replies that are carried in other ways, over connections that are kept otherwise. */
/** Other ways to be careful with keys. */
const careful: readonly Lawful[] = lawfulBecause('How a server answers the guessing of keys is not shown.', [
  ['a wrong key locks the valid one out for a third of a second', lockingFor(333)],
]);

export const transport: readonly Lawful[] = [...carried, ...connections, ...careful];
