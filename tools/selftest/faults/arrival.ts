import type { Outgoing, Send } from '../server/behaviour';
import type { Fault } from '../server/cases';
import { on, sendingOn } from '../server/on';
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

const drip: Send = (response, { status, headers }) => {
  response.writeHead(status, unmeasured(headers));
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
};

function unmeasured({ 'Content-Length': _length, ...headers }: Outgoing['headers']): Outgoing['headers'] {
  return headers;
}

const tenMegabytes = 'a'.repeat(10_000_000);

/** The reply does not come, or not whole. */
export const arrival: readonly Fault[] = [
  {
    name: 'create is never answered',
    hangs: true,
    breaks: clause.created,
    caughtBy: ['reply.arrives'],
    behaviour: { send: sendingOn({ operation: 'create', status: 201 }, silence) },
  },
  {
    name: 'read is never answered',
    hangs: true,
    breaks: clause.found,
    caughtBy: ['reply.arrives'],
    behaviour: { send: sendingOn({ operation: 'read', status: 200 }, silence) },
  },
  {
    name: 'a missing key is never answered',
    hangs: true,
    breaks: clause.key,
    caughtBy: ['reply.arrives'],
    behaviour: { send: sendingOn({ status: 401 }, silence) },
  },
  {
    name: 'the connection is closed in place of a 400',
    breaks: clause.badRequest,
    caughtBy: ['reply.arrives'],
    behaviour: { send: sendingOn({ status: 400 }, hangUp) },
  },
  {
    name: 'the connection is closed in place of a list',
    breaks: clause.list,
    caughtBy: ['reply.arrives'],
    behaviour: { send: sendingOn({ operation: 'list', status: 200 }, hangUp) },
  },
  {
    name: 'the connection is reset in place of a 404',
    breaks: clause.notFound,
    caughtBy: ['reply.arrives'],
    behaviour: { send: sendingOn({ status: 404 }, reset) },
  },
  {
    name: 'half of a list, then the connection is closed',
    breaks: clause.list,
    caughtBy: ['reply.arrives', 'reply.json'],
    behaviour: { send: sendingOn({ operation: 'list', status: 200 }, half) },
  },
  {
    name: 'half of a created record, then silence',
    hangs: true,
    breaks: clause.created,
    caughtBy: ['reply.arrives', 'reply.json'],
    behaviour: { send: sendingOn({ operation: 'create', status: 201 }, halfThenSilence) },
  },
  {
    name: 'a chunked record without its last chunk',
    breaks: clause.found,
    caughtBy: ['reply.arrives', 'reply.json'],
    behaviour: { send: sendingOn({ operation: 'read', status: 200 }, cutChunks) },
  },
  {
    name: 'garbage instead of HTTP for an unknown id',
    breaks: clause.notFound,
    caughtBy: ['reply.arrives'],
    behaviour: { send: sendingOn({ status: 404 }, raw('\u0000\u0001 NOT HTTP AT ALL \r\n\r\n')) },
  },
  {
    name: 'garbage instead of HTTP, whatever is asked',
    breaks: clause.replies,
    caughtBy: ['reply.arrives'],
    behaviour: { send: raw('SSH-2.0-OpenSSH_9.6\r\n') },
  },
  {
    name: 'two lengths that disagree',
    breaks: clause.created,
    caughtBy: ['reply.arrives'],
    behaviour: {
      send: sendingOn(
        { status: 201 },
        raw('HTTP/1.1 201 Created\r\nContent-Length: 2\r\nContent-Length: 40\r\n\r\n{"id":1,"name":"x"}'),
      ),
    },
  },
  {
    name: 'headers that never end',
    hangs: true,
    breaks: clause.found,
    caughtBy: ['reply.arrives'],
    behaviour: {
      send: sendingOn({ operation: 'read', status: 200 }, (response) => {
        response.socket?.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Slow: ');
      }),
    },
  },
  {
    name: 'a list that drips and never ends',
    hangs: true,
    breaks: clause.list,
    caughtBy: ['reply.arrives'],
    behaviour: { send: sendingOn({ operation: 'list', status: 200 }, drip) },
  },
  {
    name: 'ten megabytes in place of a list',
    breaks: clause.list,
    caughtBy: ['reply.json', 'reply.arrives'],
    behaviour: { rewrite: on({ operation: 'list', status: 200 }, () => ({ text: tenMegabytes })) },
  },
  {
    name: 'ten megabytes in place of a 404',
    breaks: clause.notFound,
    caughtBy: ['reply.json', 'error.envelope', 'reply.arrives'],
    behaviour: { rewrite: on({ status: 404 }, () => ({ text: tenMegabytes })) },
  },
  {
    name: 'reading redirects to itself, for ever',
    breaks: clause.found,
    caughtBy: ['reply.status', 'reply.arrives'],
    behaviour: {
      rewrite: on({ operation: 'read' }, (_reply, { path }) => ({ status: 302, headers: { Location: `/v1${path}` } })),
    },
  },
  {
    name: 'a list redirects to itself, for ever',
    breaks: clause.list,
    caughtBy: ['reply.status', 'reply.arrives'],
    behaviour: { rewrite: on({ operation: 'list' }, () => ({ status: 307, headers: { Location: '/v1/pets' } })) },
  },
  {
    name: 'an announced gzip that is none',
    breaks: clause.found,
    caughtBy: ['reply.arrives', 'reply.json'],
    behaviour: {
      rewrite: on({ operation: 'read', status: 200 }, () => ({ headers: { 'Content-Encoding': 'gzip' } })),
    },
  },
];
