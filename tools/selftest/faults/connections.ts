import { headers, meter } from '../server/allowance';
import type { Asked, Behaviour, Reply, Send } from '../server/behaviour';
import type { CheckId, Fault, Needs } from '../server/cases';
import { parseKey } from '../server/keys';
import { on, plainly } from '../server/on';
import { filter, page } from '../server/records';
import { clause } from './clauses';

const fault = (
  name: string,
  breaks: string,
  caughtBy: readonly [CheckId, ...CheckId[]],
  behaviour: Behaviour,
  needs: Needs = {},
): Fault => ({ name, breaks, caughtBy, behaviour, needs });

/** What a connection remembers under a name; the first time what `first` gives. */
function remembered<T>({ connection: { memory } }: Asked, name: string, first: () => T): T {
  if (!memory.has(name)) memory.set(name, first());
  // Under each name a fault keeps one kind of thing.
  return memory.get(name) as T;
}

/** Notes by the id of a created record which connection created it. */
const noteCreated = (reply: Reply, { world, connection }: Asked): void => {
  const id = reply.status === 201 ? idIn(reply) : undefined;
  if (id !== undefined) world.counts.set(id, connection.number);
};

const idIn = ({ body }: Reply): string | undefined =>
  typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : undefined;

/** Whether another connection has created a record. */
const isForeign = (id: string, { world, connection }: Asked): boolean =>
  (world.counts.get(id) ?? connection.number) !== connection.number;

const notFound: Partial<Reply> = { status: 404, body: { code: 'not_found', message: 'There is none.', status: 404 } };

/** From the nth reply of each connection on. */
const from =
  (nth: number, send: Send): Send =>
  (response, outgoing, asked) =>
    (asked.connection.seen >= nth ? send : plainly)(response, outgoing, asked);

const crumbs = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n';

/** What is of the server and hangs on a connection: keys, records, counters, replies. */
export const connections: readonly Fault[] = [
  fault(
    'the first good key of a connection counts for all its requests',
    clause.key,
    ['connection.credentials', 'credentials.required'],
    {
      parseKey: (authorization, asked) => {
        const known = remembered<{ key: ReturnType<typeof parseKey> }>(asked, 'key', () => ({ key: undefined }));
        known.key ??= parseKey(authorization, asked);
        return known.key;
      },
    },
  ),
  fault(
    'the first good key of a connection stands for every good one',
    clause.key,
    ['connection.credentials'],
    {
      parseKey: (authorization, asked) => {
        const key = parseKey(authorization, asked);
        return key === undefined ? undefined : remembered(asked, 'key', () => key);
      },
    },
    { limitKey: true },
  ),
  fault('a wrong key passes after a good one', clause.key, ['connection.credentials', 'credentials.checked'], {
    parseKey: (authorization, asked) => {
      const key = parseKey(authorization, asked);
      const known = remembered(asked, 'key', () => key);
      return authorization === undefined ? undefined : (key ?? known);
    },
  }),
  fault('a connection whose first request is refused stays refused', clause.key, ['connection.credentials'], {
    parseKey: (authorization, asked) => {
      const key = parseKey(authorization, asked);
      return remembered(asked, 'first', () => key ?? 'nobody') === 'nobody' ? undefined : key;
    },
  }),
  fault('a connection is refused once after a request without a key', clause.key, ['connection.credentials'], {
    parseKey: (authorization, asked) => {
      const { memory } = asked.connection;
      const wasRefused = memory.get('refused') === true;
      memory.set('refused', authorization === undefined);
      return wasRefused ? undefined : parseKey(authorization, asked);
    },
  }),
  fault('rate limit headers in the first reply of a connection alone', clause.rateHeaders, ['reply.headers'], {
    headers: (allowance, _reply, { connection }) => (connection.seen > 1 ? {} : headers(allowance)),
  }),
  fault('no rate limit headers in the first reply of a connection', clause.rateHeaders, ['reply.headers'], {
    headers: (allowance, _reply, { connection }) => (connection.seen > 1 ? headers(allowance) : {}),
  }),
  fault('no media type from the third reply of a connection on', clause.json, ['reply.media-type'], {
    headers: (allowance, _reply, { connection }) => ({
      ...headers(allowance),
      ...(connection.seen > 2 ? { 'Content-Type': undefined } : {}),
    }),
  }),
  fault(
    'the reset is in milliseconds from the second reply of a connection on',
    clause.resetHeader,
    ['allowance.headers'],
    {
      headers: (allowance, _reply, { connection }) => ({
        ...headers(allowance),
        ...(connection.seen > 1 ? { 'X-RateLimit-Reset': String(allowance.resetAt) } : {}),
      }),
    },
  ),
  fault('every ninth request of a connection is a 500', clause.replies, ['reply.no-5xx'], {
    rewrite: (reply, { connection }) =>
      connection.seen % 9 === 0
        ? { ...reply, status: 500, body: { code: 'internal', message: 'It failed.', status: 500 } }
        : reply,
  }),
  fault(
    'each connection counts its allowance',
    clause.remainingHeader,
    ['allowance.count'],
    {
      rowOf: ({ key, connection }) => `${key} ${connection.number}`,
    },
    { exclusiveKey: true },
  ),
  fault(
    'the tenth reply of each connection says that nothing was used',
    clause.remainingHeader,
    ['allowance.count'],
    {
      meter: (asked) => {
        const allowance = meter(asked);
        return asked.connection.seen % 10 === 0 ? { ...allowance, remaining: allowance.limit } : allowance;
      },
    },
    { exclusiveKey: true },
  ),
  fault('each connection numbers the records that it creates', clause.id, ['created.new-id', 'connection.shared'], {
    keep: (kept, { world, connection }) => {
      const made = Number(connection.memory.get('made') ?? 0) + 1;
      connection.memory.set('made', made);
      const animal = { id: 5000n + BigInt(made), ...kept };
      world.behaviour.store(animal, world);
      return animal;
    },
  }),
  fault(
    'a created record is read over its own connection alone',
    clause.catalogue,
    ['connection.shared', 'created.readable'],
    {
      rewrite: (reply, asked) => {
        noteCreated(reply, asked);
        return asked.operation === 'read' && reply.status === 200 && isForeign(asked.id, asked)
          ? { ...reply, ...notFound }
          : reply;
      },
    },
  ),
  fault(
    'a created record is listed over its own connection alone',
    clause.catalogue,
    ['connection.shared', 'created.listed'],
    {
      rewrite: (reply, asked) => {
        noteCreated(reply, asked);
        return reply;
      },
      filter: (animals, status, asked) => filter(animals, status).filter(({ id }) => !isForeign(String(id), asked)),
    },
  ),
  fault(
    'a connection shows the lists that it has shown, until it creates a record',
    clause.catalogue,
    ['connection.shared', 'created.listed'],
    {
      rewrite: (reply, asked) => {
        if (reply.status === 201) asked.connection.memory.clear();
        return asked.operation === 'list' && reply.status === 200
          ? remembered(asked, asked.target, () => reply)
          : reply;
      },
    },
  ),
  fault(
    "the filter of a connection's last list holds for the next",
    clause.filter,
    ['list.filter', 'list.default-page-size', 'records.kept'],
    {
      filter: (animals, status, { connection: { memory } }) => {
        const last = memory.get('filter') as string | undefined;
        memory.set('filter', status);
        return filter(animals, status ?? last);
      },
    },
  ),
  fault(
    'a connection keeps its first page size',
    clause.limit,
    ['list.page-size', 'list.default-page-size', 'input.accepted'],
    {
      page: (animals, limit, asked) =>
        page(
          animals,
          remembered(asked, 'limit', () => limit),
        ),
    },
  ),
  fault(
    'every seventh reply of a connection is the one before',
    clause.replies,
    ['created.readable', 'reply.status', 'reply.schema'],
    {
      rewrite: (reply, { connection: { memory, seen } }) => {
        const before = memory.get('reply') as Reply | undefined;
        memory.set('reply', reply);
        return seen % 7 === 0 && before !== undefined ? before : reply;
      },
    },
  ),
  fault('what is left of a refused body is the next request', clause.replies, ['connection.next', 'reply.status'], {
    rewrite: (reply, { connection: { memory }, body }) => {
      const isPoisoned = memory.get('left') === true;
      memory.set('left', reply.status === 401 && body.length > 10_000);
      return isPoisoned ? { status: 400, headers: {}, body: undefined, text: '<h1>Bad Request</h1>' } : reply;
    },
  }),
  fault('what is left of a refused body is answered at once', clause.replies, ['reply.ends', 'connection.next'], {
    send: (response, { status, headers: fields, bytes }, { body }) => {
      response.writeHead(status, fields).end(bytes);
      if (status === 401 && body.length > 10_000) response.socket?.write(crumbs);
    },
  }),
  fault(
    'HEAD is answered with a body',
    'A reply to HEAD has no body (RFC 9110 §9.3.2).',
    ['reply.ends', 'connection.next'],
    {
      send: (response, outgoing, asked) => {
        plainly(response, outgoing, asked);
        if (asked.method === 'HEAD') response.socket?.write(outgoing.bytes);
      },
    },
  ),
  fault('a 404 comes twice', clause.replies, ['reply.ends'], {
    send: (response, outgoing, asked) => {
      plainly(response, outgoing, asked);
      if (outgoing.status === 404) response.socket?.write('HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}');
    },
  }),
  fault('a reply without a length, over a connection that stays open', clause.replies, ['reply.arrives'], {
    send: from(12, (response, { status, bytes }) => {
      response.socket?.write(`HTTP/1.1 ${status} \r\nContent-Type: application/json\r\nConnection: keep-alive\r\n\r\n`);
      response.socket?.write(bytes);
    }),
  }),
  fault('the sixth reply of each connection ends in the middle', clause.replies, ['reply.arrives'], {
    send: from(6, (response, { status, headers: fields, bytes }) => {
      response.writeHead(status, fields).write(bytes.subarray(0, bytes.length - 1));
      setImmediate(() => response.destroy());
    }),
  }),
  fault(
    'a list after a create over the same connection has that record alone',
    clause.list,
    ['created.listed', 'records.kept', 'list.default-page-size', 'list.filter'],
    {
      rewrite: on({ operation: 'list', status: 200 }, ({ body }, { connection: { seen } }) =>
        Array.isArray(body) && seen % 5 === 0 ? { body: body.slice(-1) } : {},
      ),
    },
  ),
];
