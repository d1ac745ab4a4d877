import type { Send } from '../server/behaviour';
import type { Lawful } from '../server/cases';
import { plainly } from '../server/on';
import { saying } from '../server/saying';

const closing = 'A server may close a connection at any time (RFC 9112, 9.5).';

/** Closes the connection after its nth reply, unannounced. */
const closingAfter =
  (nth: number): Send =>
  (response, { status, headers, bytes }, { connection }) => {
    response.writeHead(status, headers).end(bytes, () => {
      if (connection.seen >= nth) response.socket?.end();
    });
  };

/** Other ways to keep and to close connections. */
export const connections: readonly Lawful[] = [
  {
    name: 'each connection is closed after its second reply, unannounced',
    because: closing,
    behaviour: { send: closingAfter(2) },
  },
  {
    name: 'a kept connection is reset instead of its eighth reply',
    because: `${closing} It was idle, and the request has not been read.`,
    behaviour: {
      arrive: (asked) => {
        if (asked.connection.seen === 8) throw new Error('The connection was idle for too long.');
        return asked;
      },
    },
    needs: { exclusiveKey: true },
  },
  {
    name: 'every second request finds its kept connection closed',
    because: closing,
    behaviour: {
      arrive: (asked) => {
        if (asked.connection.seen === 2) throw new Error('The connection was idle for too long.');
        return asked;
      },
    },
    needs: { exclusiveKey: true, limitKey: true, limitPlan: 'Free' },
  },
  {
    name: 'refusals close the connection',
    because: 'So that what is left of a body is not read (RFC 9112, 9.6).',
    behaviour: saying((_allowance, { status }) => (status >= 400 ? { Connection: 'close' } : {})),
  },
  {
    name: 'connections are kept for five requests, and it says so',
    because: 'Keep-Alive tells how long a connection is kept.',
    behaviour: saying((_allowance, _reply, { connection }) =>
      connection.seen < 5 ? { 'Keep-Alive': `timeout=60, max=${5 - connection.seen}` } : { Connection: 'close' },
    ),
  },
  {
    name: 'connections are kept for a second',
    because: closing,
    behaviour: saying({ 'Keep-Alive': 'timeout=1' }),
  },
  {
    name: 'HEAD is not implemented',
    because: 'The contract has no HEAD, and a server may not know a method (RFC 9110, 15.6.2).',
    behaviour: { rewrite: (reply, { method }) => (method === 'HEAD' ? { ...reply, status: 501 } : reply) },
  },
  {
    name: 'the connection is cut in the place of a reply to HEAD',
    because: 'The contract has no HEAD.',
    behaviour: {
      send: (response, outgoing, asked) => {
        if (asked.method === 'HEAD') response.destroy();
        else plainly(response, outgoing, asked);
      },
    },
  },
  {
    name: 'a line break behind each reply',
    because: 'A client ignores empty lines before a reply, as most do (RFC 9112, 2.2).',
    behaviour: {
      send: (response, outgoing, asked) => {
        plainly(response, outgoing, asked);
        response.socket?.write('\r\n');
      },
    },
  },
];
