import { headers, meter } from '../server/allowance';
import { doing, failure, plainly, remembered, replying } from '../server/altering';
import { breaking, type Fault } from '../server/cases';
import { parseKey } from '../server/input';
import type { Allowance, Asked, Behaviour, KeyName, Reply, Send } from '../server/model';
import { filter, objectOf, page, recordOf } from '../server/records';
import { LIST } from './alterations';
import { clause } from './clauses';

/** Whose key it is, as a connection has it that remembers something of its requests. */
const keyOf = (
  parse: (key: KeyName | undefined, asked: Asked, credential: string | undefined) => KeyName | undefined,
): Behaviour => ({
  parseKey: (credential, asked) => parse(parseKey(credential, asked), asked, credential),
});

/** The headers of the nth replies of a connection. */
const saidAt = (said: (nth: number, allowance: Allowance) => Reply['headers']): Behaviour => ({
  headers: (allowance, _, { connection }) => said(connection.seen, allowance) ?? headers(allowance),
});

/** Notes by the id of a created record which connection created it. */
const noteCreated = ({ status, body }: Reply, { world, connection }: Asked): void => {
  if (status === 201) world.counts.set(String(objectOf(body).id), connection.number);
};

/** Whether another connection has created a record. */
const isForeign = (id: string, { world, connection }: Asked): boolean =>
  (world.counts.get(id) ?? connection.number) !== connection.number;

/** From the nth reply of each connection on. */
const from = (nth: number, send: Send): Behaviour => ({
  send: (response, outgoing, asked) => (asked.connection.seen >= nth ? send : plainly)(response, outgoing, asked),
});

/** Something is written behind some replies. */
const trailing = (test: (asked: Asked, status: number) => boolean, more: string | 'itself'): Behaviour => ({
  send: (response, outgoing, asked) => {
    plainly(response, outgoing, asked);
    if (test(asked, outgoing.status)) response.socket?.write(more === 'itself' ? outgoing.bytes : more);
  },
});

const crumbs = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n';
const twice = 'HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}';
const isLeft = (status: number, { body }: Asked): boolean => status === 401 && body.length > 10_000;

const lengthless: Send = (response, { status, bytes }) => {
  response.socket?.write(`HTTP/1.1 ${status} \r\nContent-Type: application/json\r\nConnection: keep-alive\r\n\r\n`);
  response.socket?.write(bytes);
};

const cutShort: Send = (response, { status, headers: said, bytes }) => {
  response.writeHead(status, said).write(bytes.subarray(0, bytes.length - 1));
  setImmediate(() => response.destroy());
};

/** Keys and headers that hang on a connection. */
const ofKeys: readonly Fault[] = breaking(['connection.credentials'], clause.key, [
  [
    'the first good key of a connection counts for all its requests',
    keyOf((key, { connection: { notes } }) => {
      const known = remembered({ notes }, 'key', () => key) ?? key;
      notes.set('key', known);
      return known;
    }),
    ['connection.credentials', 'credentials.required'],
  ],
  [
    'the first good key of a connection stands for every good one',
    keyOf((key, { connection }) => (key === undefined ? undefined : remembered(connection, 'key', () => key))),
    { needs: { limitKey: true } },
  ],
  [
    'a wrong key passes after a good one',
    keyOf((key, { connection }, credential) => {
      const known = remembered(connection, 'key', () => key);
      return credential === undefined ? undefined : (key ?? known);
    }),
    ['connection.credentials', 'credentials.checked'],
  ],
  [
    'a connection whose first request is refused stays refused',
    keyOf((key, { connection }) => (remembered(connection, 'first', () => key) === undefined ? undefined : key)),
  ],
  [
    'a connection is refused once after a request without a key',
    keyOf((key, { connection: { notes } }, credential) => {
      const wasRefused = notes.get('refused') === true;
      notes.set('refused', credential === undefined);
      return wasRefused ? undefined : key;
    }),
  ],
  [
    'rate limit headers in the first reply of a connection alone',
    saidAt((nth) => (nth > 1 ? {} : undefined)),
    clause.rateHeaders,
    ['reply.headers'],
  ],
  [
    'no rate limit headers in the first reply of a connection',
    saidAt((nth) => (nth > 1 ? undefined : {})),
    clause.rateHeaders,
    ['reply.headers'],
  ],
  [
    'no media type from the third reply of a connection on',
    saidAt((nth, allowance) => (nth > 2 ? { ...headers(allowance), 'Content-Type': undefined } : undefined)),
    clause.json,
    ['reply.media-type'],
  ],
  [
    'the reset is in milliseconds from the second reply of a connection on',
    saidAt((nth, allowance) =>
      nth > 1 ? { ...headers(allowance), 'X-RateLimit-Reset': String(allowance.resetAt) } : undefined,
    ),
    clause.resetHeader,
    ['allowance.headers'],
  ],
]);

/** Records, counters and replies that hang on a connection. */
const ofConnections: readonly Fault[] = breaking(['connection.shared'], clause.replies, [
  [
    'every ninth request of a connection is a 500',
    { rewrite: (reply, { connection }) => (connection.seen % 9 === 0 ? { ...reply, ...failure(500) } : reply) },
    ['reply.no-5xx'],
  ],
  [
    'each connection counts its allowance',
    { rowOf: ({ key, connection }) => `${key} ${connection.number}` },
    clause.remainingHeader,
    ['allowance.count'],
    { needs: { exclusiveKey: true } },
  ],
  [
    'the tenth reply of each connection says that nothing was used',
    {
      meter: (asked) => {
        const allowance = meter(asked);
        return asked.connection.seen % 10 === 0 ? { ...allowance, remaining: allowance.limit } : allowance;
      },
    },
    clause.remainingHeader,
    ['allowance.count'],
    { needs: { exclusiveKey: true } },
  ],
  [
    'each connection numbers the records that it creates',
    {
      keep: (kept, asked) => {
        const { notes } = asked.connection;
        const made = remembered(asked.connection, 'made', () => 0) + 1;
        notes.set('made', made);
        const record = { ...recordOf(kept, asked), id: 5000n + BigInt(made) };
        asked.world.behaviour.store(record, asked.world);
        return record;
      },
    },
    clause.id,
    ['created.new-id', 'connection.shared'],
  ],
  [
    'a created record is read over its own connection alone',
    {
      rewrite: (reply, asked) => {
        noteCreated(reply, asked);
        const isHidden = asked.operation === 'read' && reply.status === 200 && isForeign(asked.id, asked);
        return isHidden ? { ...reply, ...failure(404) } : reply;
      },
    },
    clause.catalogue,
    ['connection.shared', 'created.readable'],
  ],
  [
    'a created record is listed over its own connection alone',
    {
      ...doing({}, (asked, reply) => noteCreated(reply, asked)),
      filter: (all, status, asked) => filter(all, status, asked).filter(({ id }) => !isForeign(String(id), asked)),
    },
    clause.catalogue,
    ['connection.shared', 'created.listed'],
  ],
  [
    'a connection shows the lists that it has shown, until it creates a record',
    {
      rewrite: (reply, { connection, operation, target }) => {
        if (reply.status === 201) connection.notes.clear();
        return operation === 'list' && reply.status === 200 ? remembered(connection, target, () => reply) : reply;
      },
    },
    clause.catalogue,
    ['connection.shared', 'created.listed'],
  ],
  [
    "the filter of a connection's last list holds for the next",
    {
      filter: (all, status, asked) => {
        const last = remembered<string | undefined>(asked.connection, 'filter', () => undefined);
        asked.connection.notes.set('filter', status);
        return filter(all, status ?? last, asked);
      },
    },
    clause.filter,
    ['list.filter', 'list.default-page-size', 'records.kept'],
  ],
  [
    'a connection keeps its first page size',
    {
      page: (all, limit, asked) =>
        page(
          all,
          remembered(asked.connection, 'limit', () => limit),
          asked,
        ),
    },
    clause.limit,
    ['list.page-size', 'list.default-page-size', 'input.accepted'],
  ],
  [
    'every seventh reply of a connection is the one before',
    {
      rewrite: (reply, { connection: { notes, seen } }) => {
        const before = remembered({ notes }, 'reply', () => reply);
        notes.set('reply', reply);
        return seen % 7 === 0 ? before : reply;
      },
    },
    ['created.readable', 'reply.status', 'reply.schema'],
  ],
  [
    'what is left of a refused body is the next request',
    {
      rewrite: (reply, asked) => {
        const { notes } = asked.connection;
        const isPoisoned = notes.get('left') === true;
        notes.set('left', isLeft(reply.status, asked));
        return isPoisoned ? { status: 400, text: '<h1>Bad Request</h1>' } : reply;
      },
    },
    ['connection.next', 'reply.status'],
  ],
  [
    'what is left of a refused body is answered at once',
    trailing((asked, status) => isLeft(status, asked), crumbs),
    ['reply.ends', 'connection.next'],
  ],
  [
    'HEAD is answered with a body',
    trailing(({ method }) => method === 'HEAD', 'itself'),
    'A reply to HEAD has no body (RFC 9110 §9.3.2).',
    ['reply.ends', 'connection.next'],
  ],
  ['a 404 comes twice', trailing((_, status) => status === 404, twice), ['reply.ends']],
  ['a reply without a length, over a connection that stays open', from(12, lengthless), ['reply.arrives']],
  ['the sixth reply of each connection ends in the middle', from(6, cutShort), ['reply.arrives']],
  [
    'a list after a create over the same connection has that record alone',
    replying(LIST, ({ body }, { connection: { seen } }) =>
      Array.isArray(body) && seen % 5 === 0 ? { body: body.slice(-1) } : {},
    ),
    clause.list,
    ['created.listed', 'records.kept', 'list.default-page-size', 'list.filter'],
  ],
]);

/** What is of the server and hangs on a connection: keys, records, counters, replies. */
export const connections: readonly Fault[] = [...ofKeys, ...ofConnections];
