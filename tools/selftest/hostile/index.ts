import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { once } from '../../../openapi/contract';

/** What the suite says of a server. */
interface Found {
  readonly check: string;
  readonly says: RegExp;
  /** No whole reply ever comes: it is not waited for as long as others. */
  readonly isSilent?: true;
}

/** A server of bare connections that keeps none of the rules of HTTP. */
export interface Hostile {
  readonly name: string;
  /** Answers one request, whose head has come; it has what came with it. */
  readonly answer: (socket: Socket, request: string) => void;
  readonly finding: Found;
}

type Row = readonly [name: string, answer: Hostile['answer'], finding: Found];

const NOT_HTTP: Found = { check: 'reply.arrives', says: /what came is not HTTP/ };
const CUT: Found = { check: 'reply.arrives', says: /closed before the reply was whole/ };
const TOO_LONG: Found = { check: 'reply.arrives', says: /a body of more than 67108864 bytes/ };
const SILENCE: Found = { check: 'reply.arrives', says: /no whole reply within/, isSilent: true };

/** The rate limit headers that the contract asks for, and the media type. */
const LAWFUL_FIELDS =
  'Content-Type: application/json\r\nX-RateLimit-Limit: 1000\r\nX-RateLimit-Remaining: 900\r\nX-RateLimit-Reset: 4000000000';

/** A whole reply with a body of the length that it announces. */
const reply = (body: string | Buffer, more = '', status = '200 OK'): Buffer => {
  const bytes = Buffer.from(body);
  const head = `HTTP/1.1 ${status}\r\n${LAWFUL_FIELDS}\r\n${more}Content-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
};

/** The head of a reply whose body is framed otherwise. */
const head = (more: string, status = '200 OK'): string => `HTTP/1.1 ${status}\r\n${LAWFUL_FIELDS}\r\n${more}\r\n`;

const saying =
  (bytes: string | Buffer) =>
  (socket: Socket): void => {
    socket.write(bytes);
  };

const endingWith =
  (bytes: string | Buffer) =>
  (socket: Socket): void => {
    socket.end(bytes);
  };

const flood = Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(200));

/** What stands before a body. */
const heads: readonly Row[] = [
  ['a status line of garbage', endingWith('\u0000\u0001\u009b2J NOT HTTP\r\n\r\n'), NOT_HTTP],
  ['HTTP/0.9', endingWith('[]'), NOT_HTTP],
  ['the preface of HTTP/2', endingWith(Buffer.from('000012040000000000', 'hex')), NOT_HTTP],
  [
    'interim replies without end',
    (socket) => {
      const timer = setInterval(() => socket.write(flood), 5);
      socket.on('close', () => clearInterval(timer));
    },
    SILENCE,
  ],
  [
    'headers without end',
    (socket) => {
      const line = `X-More: ${'a'.repeat(8000)}\r\n`;
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write(line.repeat(8)), 1);
      socket.on('close', () => clearInterval(timer));
    },
    { check: 'reply.arrives', says: /headers that do not end|not HTTP/ },
  ],
  [
    'ten thousand headers',
    saying(`HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(10_000)}Content-Length: 2\r\n\r\n{}`),
    { check: 'reply.media-type', says: /no Content-Type/ },
  ],
  ['a control character in the name of a header', saying(reply('[]', 'X-\u0007Bell: 1\r\n')), NOT_HTTP],
  [
    'two media types',
    saying(reply('[]', 'Content-Type: text/html\r\n')),
    { check: 'reply.media-type', says: /application\/json, text\/html/ },
  ],
  [
    'another protocol in the place of a reply',
    saying('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    { check: 'reply.arrives', says: /./ },
  ],
  [
    'a redirect to itself',
    saying(`HTTP/1.1 302 Found\r\n${LAWFUL_FIELDS}\r\nLocation: /v1/pets\r\nContent-Length: 0\r\n\r\n`),
    { check: 'reply.media-type', says: /no body/ },
  ],
  [
    '304 for what nobody has',
    saying(`HTTP/1.1 304 Not Modified\r\n${LAWFUL_FIELDS}\r\n\r\n`),
    { check: 'reply.media-type', says: /no body/ },
  ],
  ['204 with a body', saying(`${head('Content-Length: 2\r\n', '204 No Content')}[]`), NOT_HTTP],
];

/** How bytes become replies. */
const framing: readonly Row[] = [
  [
    'a length that is too short',
    saying(`${head('Content-Length: 1\r\n')}[]`),
    { check: 'reply.json', says: /a body of 1 bytes/ },
  ],
  [
    'a length that is too long',
    endingWith(`${head('Content-Length: 100\r\n')}[]`),
    { check: 'reply.arrives', says: /closed before the reply was whole|not HTTP/ },
  ],
  ['a length that is no number', saying(`${head('Content-Length: two\r\n')}[]`), NOT_HTTP],
  [
    'a chunk whose size is no number',
    saying(`${head('Transfer-Encoding: chunked\r\n')}zz\r\n[]\r\n0\r\n\r\n`),
    NOT_HTTP,
  ],
  ['a chunk that never comes', saying(`${head('Transfer-Encoding: chunked\r\n')}fffff\r\n[`), SILENCE],
  [
    'a length and chunks at once',
    saying(`${head('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n')}2\r\n[]\r\n0\r\n\r\n`),
    NOT_HTTP,
  ],
  ['nothing, and the connection is closed', (socket) => void socket.end(), CUT],
  [
    'the connection is reset within the head',
    (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-', () => socket.resetAndDestroy()),
    CUT,
  ],
  ['nothing at all', () => {}, SILENCE],
  [
    'two replies to one request',
    (socket) => void socket.write(`${reply('{}')}${reply('{}')}`),
    { check: 'reply.schema', says: /./ },
  ],
];

const bomb = once((): Buffer => gzipSync(Buffer.alloc(80 * 2 ** 20, ' '), { level: 1 }));

/** Bodies that are not what their headers say, or without end. */
const bodies: readonly Row[] = [
  [
    'a coding that does not exist',
    saying(reply('[]', 'Content-Encoding: no-such\r\n')),
    { check: 'reply.json', says: /its Content-Encoding "no-such" is none that is registered/ },
  ],
  [
    'plain JSON that is said to be encoded twice',
    saying(reply('[]', 'Content-Encoding: no-such, gzip\r\n')),
    { check: 'reply.json', says: /it can't be decoded as gzip/ },
  ],
  [
    'plain JSON that is said to be Zstandard',
    saying(reply('[]', 'Content-Encoding: zstd\r\n')),
    { check: 'reply.json', says: /it can't be decoded as zstd/ },
  ],
  [
    'a byte order mark before JSON',
    saying(reply('\ufeff[]')),
    { check: 'reply.json', says: /it begins with a byte order mark/ },
  ],
  [
    'UTF-16',
    saying(reply(Buffer.from('[{"name":"é"}]', 'utf16le'))),
    { check: 'reply.json', says: /a body of 28 bytes/ },
  ],
  [
    'bytes that are no UTF-8',
    saying(reply(Buffer.from([0x22, 0xff, 0xfe, 0x22]))),
    { check: 'reply.json', says: /it is not UTF-8/ },
  ],
  [
    'kilobytes that become eighty megabytes',
    (socket) => void socket.write(reply(bomb(), 'Content-Encoding: gzip\r\n')),
    TOO_LONG,
  ],
  [
    'a body without end',
    (socket) => {
      const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
      const more = (): void => {
        while (socket.write(chunk));
      };
      socket.on('drain', more).write(head('Transfer-Encoding: chunked\r\n'), more);
    },
    TOO_LONG,
  ],
];

const record = '{"id":1,"name":"Rex","categoryId":1}';

/** JSON that is hard to take. */
const values: readonly Row[] = [
  [
    'a list of a hundred thousand records',
    saying(reply(`[${`${record},`.repeat(99_999)}${record}]`)),
    { check: 'list.page-size', says: /^\d+ records, and more$/ },
  ],
  [
    'JSON of a hundred thousand levels',
    saying(reply('['.repeat(100_000) + ']'.repeat(100_000))),
    {
      check: 'reply.judgeable',
      says: /^a body of 200000 bytes, which can't be judged: it is nested more than 200 levels/,
    },
  ],
  [
    'a list of a million numbers',
    saying(reply(`[${'7,'.repeat(999_999)}7]`)),
    {
      check: 'reply.judgeable',
      says: /^a body of 2000001 bytes, which can't be judged: it has more than 100000 values$/,
    },
  ],
  [
    'an object of two hundred thousand keys',
    saying(reply(`{${'"k":1,'.repeat(199_999)}"k":1}`)),
    { check: 'reply.judgeable', says: /it has more than 100000 values$/ },
  ],
  [
    'a text of six megabytes',
    saying(reply(`[{"id":1,"categoryId":1,"name":"${'x'.repeat(6 * 2 ** 20)}"}]`)),
    { check: 'reply.judgeable', says: /it is longer than 5 MiB$/ },
  ],
  [
    'a refusal that ends in a day',
    saying(
      reply('{"code":"busy","message":"Later.","status":503}', 'Retry-After: 86400\r\n', '503 Service Unavailable'),
    ),
    { check: 'reply.judgeable', says: /^the status 503 with Retry-After: 86400$/ },
  ],
  [
    'a number that no double reaches',
    saying(reply('[{"id":1e999,"name":"Rex","categoryId":1}]')),
    { check: 'reply.json', says: /1e999 is out of range/ },
  ],
  [
    'an id of a thousand digits',
    saying(reply(`[{"id":${'9'.repeat(1000)},"name":"Rex","categoryId":1}]`)),
    { check: 'reply.json', says: /an integer of more than 100 digits/ },
  ],
  [
    'members of the names that objects have',
    saying(reply('[{"__proto__":{"id":1},"constructor":1,"toString":null}]')),
    { check: 'reply.schema', says: /\/0\/(id|name|categoryId) is missing/ },
  ],
  [
    'an id of 2^53 + 1 twice, and once more by its rounded double',
    saying(
      reply(
        '[{"id":9007199254740993,"name":"a","categoryId":1},{"id":9007199254740992,"name":"a","categoryId":1},' +
          '{"id":9007199254740993,"name":"a","categoryId":1}]',
      ),
    ),
    { check: 'list.no-duplicates', says: /the id 9007199254740993 twice/ },
  ],
  [
    'control characters in a message',
    saying(reply('{"code":"\u009b2J","message":"\u202e\u001b]0;x\u0007","status":"\u0000"}', '', '500 \u001b[2J')),
    { check: 'reply.no-5xx', says: /the status 500/ },
  ],
];

/** Every hostile server. To add one: a row of the table that it belongs to, with what the suite is to say of it. */
export const hostile: readonly Hostile[] = [...heads, ...framing, ...bodies, ...values].map(
  ([name, answer, finding]): Hostile => ({ name, answer, finding }),
);
