import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Abort } from '../../openapi/types/control';
import { sendRaw } from '../testing/socket';
import { createRandom } from '../world/rules/random';
import { abort } from './send';

const KINDS: readonly Abort[] = [
  'CONNECTION_RESET_BY_PEER',
  'EMPTY_RESPONSE',
  'MALFORMED_RESPONSE_CHUNK',
  'RANDOM_DATA_THEN_CLOSE',
];
/** Long, since a silent connection must not count as closed. */
const LONG_PATIENCE = { patience: 3000 };
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const aborting =
  (kind: Abort, seed = 1): RequestListener =>
  (incoming, response) =>
    abort(incoming, response, kind, createRandom(seed));

describe('an aborted request', () => {
  it.each<readonly [Abort, RegExp, string | undefined]>([
    ['EMPTY_RESPONSE', /^$/, undefined],
    ['CONNECTION_RESET_BY_PEER', /^$/, 'ECONNRESET'],
    [
      'MALFORMED_RESPONSE_CHUNK',
      /^HTTP\/1\.1 200 OK\r\nContent-Type: application\/json\r\nTransfer-Encoding: chunked\r\n\r\n[g-z]{64}\r\n$/,
      undefined,
    ],
    ['RANDOM_DATA_THEN_CLOSE', /^[\x80-\xff]{64}$/, undefined],
  ])('of %s gets %s, and an orderly close unless it is reset', async (kind, bytes, error) => {
    const baseUrl = await serve(aborting(kind));
    expect(await endOf(baseUrl)).toEqual({ text: expect.stringMatching(bytes), error });
  });

  it.each(['MALFORMED_RESPONSE_CHUNK', 'RANDOM_DATA_THEN_CLOSE'] as const)(
    'of %s gets the same bytes from the same random numbers, and other bytes from others',
    async (kind) => {
      let seed = 1;
      const baseUrl = await serve((incoming, response) => aborting(kind, seed)(incoming, response));
      const first = (await endOf(baseUrl)).text;
      expect((await endOf(baseUrl)).text).toBe(first);
      seed = 2;
      expect((await endOf(baseUrl)).text).not.toBe(first);
    },
  );

  it.each(KINDS)(
    'of %s waits until earlier replies have been sent, and is the last on its connection',
    async (kind) => {
      const baseUrl = await serve((incoming, response) => {
        if (incoming.url === '/abort') aborting(kind)(incoming, response);
        else setTimeout(() => response.end('good'), 30);
      });
      const { text, closed } = await sendRaw(
        baseUrl,
        [get('/good') + get('/abort') + get('/good'), 20, get('/good')],
        LONG_PATIENCE,
      );
      expect(text.match(/^HTTP\/1\.1 200 OK\r\n/)).toHaveLength(1);
      expect(text.match(/good/g)).toHaveLength(1);
      expect(closed).toBe(true);
    },
  );

  it.each(['EMPTY_RESPONSE', 'RANDOM_DATA_THEN_CLOSE'] as const)(
    'of %s gets an orderly close even while its body is arriving',
    async (kind) => {
      const baseUrl = await serve(aborting(kind));
      const size = 4 * 2 ** 20;
      const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`;
      const { text, error } = await endOf(baseUrl, head + 'x'.repeat(size));
      expect([text.length, error]).toEqual([kind === 'EMPTY_RESPONSE' ? 0 : 64, undefined]);
    },
  );

  it('that waits for 100 Continue does not get it', async () => {
    const baseUrl = await serve(() => {});
    server?.on('checkContinue', (incoming, response) => {
      incoming.once('resume', () => response.writeContinue());
      aborting('EMPTY_RESPONSE')(incoming, response);
    });
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n';
    expect(await endOf(baseUrl, head)).toEqual({ text: '', error: undefined });
  });

  it.each(KINDS)('of %s does not keep a connection open for a client that never closes its side', async (kind) => {
    const baseUrl = await serve(aborting(kind));
    const closed = new Promise((resolve) => server?.once('connection', (socket) => socket.once('close', resolve)));
    const client = connect({ host: '127.0.0.1', port: Number(new URL(baseUrl).port), allowHalfOpen: true });
    client.on('error', () => {}).resume();
    client.write(get('/'));
    await closed;
    client.destroy();
  });

  it.each(KINDS)('of %s causes no error if the client has left', async (kind) => {
    const gone = new Promise<Parameters<RequestListener>>((resolve) => {
      void serve((...exchange) => {
        exchange[0].socket.once('close', () => resolve(exchange));
        exchange[0].socket.destroy();
      }).then((baseUrl) => endOf(baseUrl));
    });
    const [incoming, response] = await gone;
    expect(() => aborting(kind)(incoming, response)).not.toThrow();
  });
});

/** Everything that is received on a new connection until it is closed, as Latin-1, and the error that it is closed with. */
async function endOf(baseUrl: string, sent = get('/')): Promise<{ text: string; error: string | undefined }> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) });
  let text = '';
  let error: string | undefined;
  socket.setEncoding('latin1').on('data', (data: string) => {
    text += data;
  });
  socket.on('error', (failure: NodeJS.ErrnoException) => {
    error = failure.code;
  });
  socket.write(sent);
  await new Promise((resolve) => socket.once('close', resolve));
  return { text, error };
}
