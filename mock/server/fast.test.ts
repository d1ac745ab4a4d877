import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { character } from '../../openapi/program/testing/texts';
import { sendRaw } from '../testing/socket';
import { endAtOnce } from './fast';

type Ending = (response: ServerResponse, body: string) => void;

interface Reply {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

/** What a server that ends its replies in this way sends for these requests. */
async function received(end: Ending, reply: Reply, chunks: readonly (string | number)[]): Promise<string> {
  const server = createServer((request, response) => {
    const { status, headers } = reply;
    const body = request.method === 'HEAD' || status === 204 || status === 304 ? '' : reply.body;
    response.writeHead(status, [...headers]);
    end(response, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { text, closed } = await sendRaw(`http://127.0.0.1:${port}`, chunks, { patience: 5000 });
  server.closeAllConnections();
  server.close();
  expect(closed).toBe(true);
  return text;
}

const plainly: Ending = (response, body) => response.end(body);
const DATE = ['Date', 'Thu, 01 Jan 1970 00:00:00 GMT'];

const replies = fc
  .record({
    status: fc.constantFrom(200, 201, 204, 304, 400, 503),
    body: fc.string({ unit: character, maxLength: 50 }),
  })
  .chain(({ status, body }) => {
    const length = ['Content-Length', String(Buffer.byteLength(body))];
    // Without a length Node sends the body in chunks.
    const headers = fc.constantFrom(
      [...DATE, ...length],
      [...DATE, 'X-Word', 'a', ...length],
      [...DATE],
      [...DATE, 'Connection', 'close', ...length],
    );
    return fc.record({ status: fc.constant(status), body: fc.constant(body), headers });
  });

const request = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD'),
  version: fc.constantFrom('1.1', '1.1', '1.1', '1.0'),
});

/** First pipelined requests, then others that are sent after the replies. */
const packets = fc.array(fc.array(request, { minLength: 1, maxLength: 3 }), { maxLength: 3 });

const LAST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const PAUSE_MS = 5;

/**
 * The chunks to send; the last request closes the connection. Nothing is sent after it: unread data makes Node reset the
 * connection, and the reset may overtake the reply.
 */
function toChunks(sent: readonly (readonly { method: string; version: string }[])[], { headers }: Reply) {
  const chunks: (string | number)[] = [];
  for (const packet of sent) {
    let text = '';
    for (const { method, version } of packet) {
      text += `${method} / HTTP/${version}\r\nHost: a\r\n\r\n`;
      if (version === '1.0' || headers.includes('close')) return [...chunks, text];
    }
    chunks.push(text, PAUSE_MS);
  }
  return [...chunks, LAST];
}

const LARGE = '€'.repeat(2 ** 20);
/** More than one write. */
const TOO_LARGE: Reply = {
  status: 200,
  headers: [...DATE, 'Content-Length', String(Buffer.byteLength(LARGE))],
  body: LARGE,
};

it('sends the same bytes as Node, for sequential and for pipelined requests', () =>
  fc.assert(
    fc.asyncProperty(replies, packets, async (reply, sent) => {
      const chunks = toChunks(sent, reply);
      expect(await received(endAtOnce, reply, chunks)).toBe(await received(plainly, reply, chunks));
    }),
    { numRuns: 60, examples: [[TOO_LARGE, [[{ method: 'GET', version: '1.1' }]]]] },
  ));

it('uses an `end` that an app around the mock has replaced', async () => {
  const wrapped: Ending = (response, body) => {
    const { end } = response;
    response.end = (chunk: unknown) => end.call(response, `${String(chunk)}!`, 'utf8');
    endAtOnce(response, body);
  };
  const reply = { status: 200, headers: [...DATE, 'Content-Length', '3'], body: 'ok' };
  const text = await received(wrapped, reply, ['GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n']);
  expect(text).toMatch(/\r\n\r\nok!$/);
});

it('does not finish, nor fail, if the client has left', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = once(server, 'request');
  const sent = sendRaw(`http://127.0.0.1:${port}`, ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'], { patience: 50 });
  // True of the listeners of that event.
  const [request, response] = (await asked) as [IncomingMessage, ServerResponse];
  await Promise.all([sent, once(request.socket, 'close')]);
  const finished = jest.fn();
  response.once('finish', finished).writeHead(200, ['Content-Length', '2']);
  endAtOnce(response, 'ok');
  await setImmediate();
  expect(finished).not.toHaveBeenCalled();
  server.close();
});
