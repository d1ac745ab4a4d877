import { failure, on, reading, replying, sending } from '../server/altering';
import { type NewAnimal, newAnimalOf } from '../server/animals';
import { breaking, type Fault, type FaultRow } from '../server/cases';
import { readId, readLimit } from '../server/input';
import { isObject } from '../server/json';
import type { Asked, Behaviour, Outgoing, Send } from '../server/model';
import { find } from '../server/records';
import { CREATED, LIST, noneSold, READ } from './alterations';
import { clause } from './clauses';

const silence: Send = () => {};

const hangUp: Send = (response) => {
  response.socket?.end();
};

const reset: Send = (response) => {
  response.socket?.resetAndDestroy();
};

/** Announces the whole body, sends the first half and leaves. */
const half: Send = (response, { status, headers, bytes }) => {
  response.writeHead(status, headers).write(bytes.subarray(0, bytes.length / 2), () => response.socket?.end());
};

const halfThenSilence: Send = (response, { status, headers, bytes }) => {
  response.writeHead(status, headers).write(bytes.subarray(0, bytes.length / 2));
};

/** A chunked body whose end never comes before the connection does. */
const cutChunks: Send = (response, { status, headers, bytes }) => {
  response.writeHead(status, unmeasured(headers)).write(bytes, () => response.socket?.end());
};

const raw =
  (text: string): Send =>
  (response) => {
    response.socket?.end(text);
  };

const endlessHead: Send = (response) => {
  response.socket?.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Slow: ');
};

const drip: Send = (response, { status, headers }) => {
  response.writeHead(status, unmeasured(headers));
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
};

function unmeasured({ 'Content-Length': _length, ...headers }: Outgoing['headers']): Outgoing['headers'] {
  return headers;
}

const TWO_LENGTHS = 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\nContent-Length: 40\r\n\r\n{"id":1,"name":"x"}';
const tenMegabytes = { text: 'a'.repeat(10_000_000) };

const toItself = (_: unknown, { path }: Asked) => ({ status: 302, headers: { Location: `/v1${path}` } });
const locating = (status: number, Location: string) => ({ status, headers: { Location } });

/** The reply does not come, or not whole. */
const arrival: readonly Fault[] = breaking(['reply.arrives'], clause.replies, [
  ['create is never answered', sending(CREATED, silence), clause.created, { hangs: true }],
  ['read is never answered', sending(READ, silence), clause.found, { hangs: true }],
  ['a missing key is never answered', sending({ status: 401 }, silence), clause.key, { hangs: true }],
  ['the connection is closed in place of a 400', sending({ status: 400 }, hangUp), clause.badRequest],
  ['the connection is closed in place of a list', sending(LIST, hangUp), clause.list],
  ['the connection is reset in place of a 404', sending({ status: 404 }, reset), clause.notFound],
  ['half of a list, then the connection is closed', sending(LIST, half), clause.list, ['reply.arrives', 'reply.json']],
  [
    'half of a created record, then silence',
    sending(CREATED, halfThenSilence),
    clause.created,
    ['reply.arrives', 'reply.json'],
    { hangs: true },
  ],
  ['a chunked record without its last chunk', sending(READ, cutChunks), clause.found, ['reply.arrives', 'reply.json']],
  [
    'garbage instead of HTTP for an unknown id',
    sending({ status: 404 }, raw('\u0000\u0001 NOT HTTP AT ALL \r\n\r\n')),
    clause.notFound,
  ],
  ['garbage instead of HTTP, whatever is asked', { send: raw('SSH-2.0-OpenSSH_9.6\r\n') }],
  ['two lengths that disagree', sending({ status: 201 }, raw(TWO_LENGTHS)), clause.created],
  ['headers that never end', sending(READ, endlessHead), clause.found, { hangs: true }],
  ['a list that drips and never ends', sending(LIST, drip), clause.list, { hangs: true }],
  ['ten megabytes in place of a list', replying(LIST, tenMegabytes), clause.list, ['reply.json', 'reply.arrives']],
  [
    'ten megabytes in place of a 404',
    replying({ status: 404 }, tenMegabytes),
    clause.notFound,
    ['reply.json', 'error.envelope', 'reply.arrives'],
  ],
  [
    'reading redirects to itself, for ever',
    replying({ operation: 'read' }, toItself),
    clause.found,
    ['reply.status', 'reply.arrives'],
  ],
  [
    'a list redirects to itself, for ever',
    replying({ operation: 'list' }, locating(307, '/v1/pets')),
    clause.list,
    ['reply.status', 'reply.arrives'],
  ],
  [
    'an announced gzip that is none',
    replying(READ, { headers: { 'Content-Encoding': 'gzip' } }),
    clause.found,
    ['reply.arrives', 'reply.json'],
  ],
]);

const emptyList = (reply: { status: number; body?: undefined | ReturnType<typeof failure>['body'] }): Behaviour => ({
  opening: noneSold,
  rewrite: on(LIST, ({ body }) => (Array.isArray(body) && body.length === 0 ? reply : {})),
});

/** Success, and a status that the operation does not document. */
const statuses: readonly Fault[] = [
  ...breaking(['reply.status'], clause.created, [
    ['created with 200', replying({ status: 201 }, { status: 200 })],
    ['created with 202', replying({ status: 201 }, { status: 202 })],
    ['created with 204 and no body', replying({ status: 201 }, { status: 204, body: undefined })],
    ['created with 303 to the new record', replying({ status: 201 }, locating(303, '/v1/pets/1'))],
  ]),
  ...breaking(['reply.status'], clause.list, [
    ['a list with 206', replying(LIST, { status: 206 })],
    ['a list with 201', replying(LIST, { status: 201 })],
    ['an empty list with 204', emptyList({ status: 204, body: undefined })],
    ['a filtered list with 203', replying(LIST, (_, { query }) => (query.has('status') ? { status: 203 } : {}))],
  ]),
  ...breaking(['reply.status'], clause.found, [
    ['a read with 202', replying(READ, { status: 202 })],
    ['a read with 304', replying(READ, { status: 304, body: undefined })],
    [
      'a read redirects to its replacement',
      replying({ operation: 'read' }, { ...locating(301, '/v1/pets'), body: undefined }),
      clause.deprecated,
      ['reply.status', 'deprecated.works'],
    ],
  ]),
  ...breaking(['credentials.required', 'reply.status'], clause.key, [
    ['a missing key is sent to a login page', replying({ status: 401 }, locating(302, '/login'))],
  ]),
  ...breaking(['input.refused', 'reply.status'], clause.badRequest, [
    ['a refused body with 200 and an Error body', replying({ operation: 'create', status: 400 }, { status: 200 })],
    ['a refused body with 202', replying({ operation: 'create', status: 400 }, { status: 202 })],
  ]),
];

const failing = (message: string): never => {
  throw new Error(message);
};

/** Valid records that make the server fail. */
const records: readonly (readonly [name: string, test: (sent: NewAnimal) => boolean])[] = [
  ['an apostrophe', ({ name }) => name.includes("'")],
  ['a double quote', ({ name }) => name.includes('"')],
  ['an emoji', ({ name }) => /\p{Emoji_Presentation}/u.test(name)],
  ['anything beyond ASCII', ({ name }) => /\P{ASCII}/u.test(name)],
  ['a name of more than 255 characters', ({ name }) => name.length > 255],
  ['a name of more than 4,096 characters', ({ name }) => name.length > 4_096],
  ['a NUL', ({ name }) => name.includes('\0')],
  ['a name of __proto__', ({ name }) => name === '__proto__'],
  ['an empty name', ({ name }) => name === ''],
  ['markup', ({ name }) => /<\w/.test(name)],
  ['a category beyond 32 bits', ({ categoryId }) => BigInt.asIntN(32, categoryId) !== categoryId],
  ['a category beyond 53 bits', ({ categoryId }) => !Number.isSafeInteger(Number(categoryId))],
  ['the least category', ({ categoryId }) => categoryId === -(2n ** 63n)],
  ['a category of zero', ({ categoryId }) => categoryId === 0n],
  ['a record without a status', ({ status }) => status === undefined],
];

/** Invalid requests that make the server fail. */
const refusals: readonly (readonly [name: string, breaks: string, status: number, test: (asked: Asked) => boolean])[] =
  [
    ['an empty body', clause.badRequest, 400, ({ body }) => body.length === 0],
    ['malformed JSON', clause.badRequest, 400, ({ body }) => body.length > 0 && !/[}\]"\w]\s*$/.test(body.toString())],
    ['a status out of the enumeration', clause.badRequest, 400, ({ body }) => /"status":\s*"/.test(body.toString())],
    ['an id that is no number', clause.notFound, 404, ({ operation, id }) => operation === 'read' && !/\d$/.test(id)],
    ['a negative id', clause.notFound, 404, ({ id }) => id.startsWith('-')],
    ['a missing Authorization header', clause.key, 401, ({ headers }) => headers.authorization === undefined],
    ['another scheme', clause.key, 401, ({ headers }) => /^basic/i.test(headers.authorization ?? '')],
    ['an unknown key', clause.key, 401, ({ headers }) => /^bearer +./i.test(headers.authorization ?? '')],
    ['an unknown status to filter by', clause.filter, 400, ({ query }) => query.has('status')],
  ];

const sizeFailing = (test: (value: string | undefined) => boolean, message: string): Behaviour => ({
  readLimit: (values, asked) => (test(values[0]) ? failing(message) : readLimit(values, asked)),
});

/** Each is a 500 on something. */
const crashes: readonly FaultRow[] = [
  ...records.map(
    ([name, test]): FaultRow => [
      name,
      { adjust: (sent) => (test(newAnimalOf(sent)) ? failing('Unexpected value.') : sent) },
      clause.created,
    ],
  ),
  ...refusals.map(
    ([name, breaks, status, test]): FaultRow => [
      name,
      replying({ status }, (reply, asked) =>
        test(asked) ? { headers: {}, ...failure(500, 'internal', 'Oops.') } : reply,
      ),
      { breaks },
    ],
  ),
  ['a body that is no object', { readObject: (body) => (isObject(body) ? body : failing('Cannot read properties.')) }],
  [
    'a name that is no string',
    reading('name', (value) => (typeof value === 'string' ? value : failing('name.trim is not a function'))),
  ],
  ['an unknown id', { find: (id, asked) => find(id, asked) ?? failing('No rows.') }, clause.notFound],
  [
    'an id beyond int64',
    { readId: (id, asked) => (isBeyondInt64(id) ? failing('Too far.') : readId(id, asked)) },
    clause.notFound,
  ],
  ['a page size of zero', sizeFailing((value) => value === '0', 'Division by zero.'), clause.limit],
  [
    'a page size that is no number',
    sizeFailing((value = '20') => Number.isNaN(Number(value)), 'syntax error at or near "NaN"'),
    clause.limit,
  ],
  ['a page size beyond the maximum', sizeFailing((value) => Number(value) > 100, 'Too many.'), clause.limit],
];

function isBeyondInt64(id: string): boolean {
  return /^-?\d{19,}$/.test(id) && BigInt.asIntN(64, BigInt(id)) !== BigInt(id);
}

/** Replies that do not come, have a status of no meaning, or tell of a crash. */
export const replies: readonly Fault[] = [
  ...arrival,
  ...statuses,
  ...breaking(
    ['reply.no-5xx', 'reply.status'],
    clause.badRequest,
    crashes.map(([name, behaviour, more]) => [`500 on ${name}`, behaviour, more]),
  ),
];
