import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Asked, Behaviour, Send } from '../server/behaviour';
import type { Lawful } from '../server/cases';
import { plainly } from '../server/on';
import { saying } from '../server/saying';

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

export const slowly: Send = (response, outgoing, asked) => {
  setTimeout(() => plainly(response, outgoing, asked), 20 + ((asked.world.seen * 7) % 31));
};

/** The end of the connection is the end of the body. */
const oldest: Send = (response, { status, headers: { 'Content-Length': _length, ...headers }, bytes }) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  response.socket?.write(`HTTP/1.0 ${status} \r\n${lines.join('')}\r\n`);
  response.socket?.end(bytes);
};

const named =
  (change: (name: string) => string): Send =>
  (response, { status, headers, bytes }) => {
    const renamed = Object.entries(headers).map(([name, value]) => [change(name), value]);
    response.writeHead(status, Object.fromEntries(renamed)).end(bytes);
  };

const alternating = (name: string): string =>
  [...name].map((letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase())).join('');

const lawful = (name: string, because: string, behaviour: Behaviour): Lawful => ({ name, because, behaviour });
const http = 'How HTTP carries a message is not of the contract.';
const caseless = 'Names of headers are case-insensitive (RFC 9110, 5.1).';

/** Other ways to carry the same reply. */
export const transport: readonly Lawful[] = [
  lawful('bodies in gzip', http, compressed('gzip')),
  lawful('bodies in deflate', http, compressed('deflate')),
  lawful('bodies in Brotli', http, compressed('br')),
  lawful('bodies in chunks', http, { send: chunked }),
  lawful('bodies in chunks, with a trailer', http, {
    send: (response, { status, headers: { 'Content-Length': _length, ...headers }, bytes }) => {
      response.writeHead(status, { ...headers, Trailer: 'X-Checksum' });
      response.addTrailers({ 'X-Checksum': String(bytes.length) });
      response.end(bytes);
    },
  }),
  lawful('bodies in gzip and in chunks', http, { ...compressed('gzip'), send: chunked }),
  lawful('every connection is closed after its reply', http, saying({ Connection: 'close' })),
  lawful(
    'every fifth connection is closed after its reply',
    http,
    saying((_allowance, _reply, { world }) => (world.seen % 5 === 0 ? { Connection: 'close' } : {})),
  ),
  lawful(
    'every tenth connection is closed after its reply, unannounced',
    'A server may close an idle connection at any time (RFC 9112, 9.5).',
    {
      send: (response, { status, headers, bytes }, { world }) => {
        response.writeHead(status, headers).end(bytes, () => {
          if (world.seen % 10 === 0) response.socket?.end();
        });
      },
    },
  ),
  lawful('HTTP/1.0, without a length', http, { send: oldest }),
  {
    ...lawful('every reply takes 20 to 50 milliseconds', 'The contract names no time.', { send: slowly }),
    isSlow: true,
  },
  lawful('early hints before every reply', 'A client must take any number of 1xx replies (RFC 9110, 15.2).', {
    send: (response, outgoing, asked) => {
      response.writeEarlyHints({ link: '</v1/pets>; rel=preload' });
      plainly(response, outgoing, asked);
    },
  }),
  lawful('a reason phrase of its own', 'A client ignores the reason phrase (RFC 9112, 4).', {
    send: (response, { status, headers, bytes }) => {
      response.writeHead(status, 'Whatever You Say', headers).end(bytes);
    },
  }),
  lawful('headers in lower case', caseless, { send: named((name) => name.toLowerCase()) }),
  lawful('headers in upper case', caseless, { send: named((name) => name.toUpperCase()) }),
  lawful('headers in alternating case', caseless, { send: named(alternating) }),
  lawful(
    'many further headers',
    'The contract does not say that there are no others.',
    saying({
      ETag: 'W/"1"',
      Link: '</v1/pets?page=2>; rel="next"',
      'Set-Cookie': ['session=1; HttpOnly', 'region=eu'],
      'Strict-Transport-Security': 'max-age=31536000',
      'X-Request-Id': '8b1a9953-c461-1296-a827-abf8c47804d7',
      'X-RateLimit-Policy': '1000;w=60',
      'RateLimit-Limit': '1000, 1000;w=60',
      Server: 'a/1 b/2',
    }),
  ),
  lawful(
    'Deprecation and Sunset headers',
    'Deprecation is announced per operation; how is not shown.',
    saying((_allowance, _reply, { operation }) =>
      operation === 'read' ? { Deprecation: '@0', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' } : {},
    ),
  ),
  lawful(
    'a charset beside the media type',
    'JSON is UTF-8, and may be said to be.',
    saying({ 'Content-Type': 'application/json; charset=utf-8' }),
  ),
  lawful(
    'an odd writing of the media type',
    'Media types are case-insensitive, parameters may be quoted (RFC 9110, 8.3).',
    saying({ 'Content-Type': 'Application/JSON ;Charset="UTF-8" ; profile=v1' }),
  ),
  lawful('a longer base path', 'The base address is not shown.', { basePath: '/api/stores/7/animals/v1' }),
  lawful('no base path', 'The base address is not shown.', { basePath: '' }),
];
