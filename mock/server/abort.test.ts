import { once } from 'node:events';
import { createServer, type RequestListener, request, type Server } from 'node:http';
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
const PATIENT = { patience: 3000 };
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
  it('of EMPTY_RESPONSE gets an orderly close and no byte', async () => {
    const baseUrl = await serve(aborting('EMPTY_RESPONSE'));
    expect(await endOf(baseUrl)).toEqual({ bytes: Buffer.alloc(0), error: undefined });
  });

  it('of CONNECTION_RESET_BY_PEER gets a reset and no byte', async () => {
    const baseUrl = await serve(aborting('CONNECTION_RESET_BY_PEER'));
    expect(await endOf(baseUrl)).toEqual({ bytes: Buffer.alloc(0), error: 'ECONNRESET' });
  });

  it('of MALFORMED_RESPONSE_CHUNK gets a 200, an invalid chunk, and an orderly close', async () => {
    const baseUrl = await serve(aborting('MALFORMED_RESPONSE_CHUNK'));
    const { bytes, error } = await endOf(baseUrl);
    const [head = '', body = ''] = bytes.toString('latin1').split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe('HTTP/1.1 200 OK');
    expect(head).toMatch(/^transfer-encoding: chunked$/im);
    expect(body).toMatch(/^[g-z]{64}\r\n$/);
    expect(error).toBeUndefined();
  });

  it('of RANDOM_DATA_THEN_CLOSE gets bytes that are not HTTP, and an orderly close', async () => {
    const baseUrl = await serve(aborting('RANDOM_DATA_THEN_CLOSE'));
    const { bytes, error } = await endOf(baseUrl);
    expect(bytes).toHaveLength(64);
    expect(Math.min(...bytes)).toBeGreaterThanOrEqual(0x80);
    expect(error).toBeUndefined();
  });

  it.each(['MALFORMED_RESPONSE_CHUNK', 'RANDOM_DATA_THEN_CLOSE'] as const)(
    'of %s gets the same bytes from the same random numbers, and other bytes from others',
    async (kind) => {
      let seed = 1;
      const baseUrl = await serve((incoming, response) => aborting(kind, seed)(incoming, response));
      const first = (await endOf(baseUrl)).bytes;
      expect((await endOf(baseUrl)).bytes).toEqual(first);
      seed = 2;
      expect((await endOf(baseUrl)).bytes).not.toEqual(first);
    },
  );

  it.each<[Abort, string]>([
    ['CONNECTION_RESET_BY_PEER', 'ECONNRESET'],
    ['EMPTY_RESPONSE', 'ECONNRESET'],
    ['MALFORMED_RESPONSE_CHUNK', 'HPE_INVALID_CHUNK_SIZE'],
    ['RANDOM_DATA_THEN_CLOSE', 'HPE_INVALID_CONSTANT'],
  ])('of %s fails with Node’s own client as %s', async (kind, code) => {
    const baseUrl = await serve(aborting(kind));
    expect(await failureOf(baseUrl)).toBe(code);
  });

  it.each(KINDS)('of %s fails with fetch', async (kind) => {
    const baseUrl = await serve(aborting(kind));
    await expect(fetch(baseUrl).then((response) => response.text())).rejects.toThrow(/fetch failed|terminated/);
  });

  it.each(KINDS)('of %s is the last on its connection, even if more requests were sent', async (kind) => {
    const baseUrl = await serve((incoming, response) => {
      if (incoming.url === '/abort') setImmediate(() => aborting(kind)(incoming, response));
      else response.end('good');
    });
    const { text, closed } = await sendRaw(
      baseUrl,
      [get('/abort') + get('/good') + get('/good'), 20, get('/good')],
      PATIENT,
    );
    expect(text).not.toContain('good');
    expect(closed).toBe(true);
  });

  it.each(KINDS)('of %s waits until earlier replies have been sent', async (kind) => {
    const baseUrl = await serve((incoming, response) => {
      if (incoming.url === '/abort') aborting(kind)(incoming, response);
      else setTimeout(() => response.end('good'), 30);
    });
    const { text, closed } = await sendRaw(baseUrl, [get('/good') + get('/abort') + get('/good')], PATIENT);
    expect(text.match(/^HTTP\/1\.1 200 OK\r\n/)).toHaveLength(1);
    expect(text.match(/good/g)).toHaveLength(1);
    expect(closed).toBe(true);
  });

  it.each(['EMPTY_RESPONSE', 'RANDOM_DATA_THEN_CLOSE'] as const)(
    'of %s gets an orderly close even while its body is arriving',
    async (kind) => {
      const baseUrl = await serve(aborting(kind));
      const size = 4 * 2 ** 20;
      const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`;
      const { bytes, error } = await endOf(baseUrl, [head, Buffer.alloc(size, 'x')]);
      expect(bytes).toHaveLength(kind === 'EMPTY_RESPONSE' ? 0 : 64);
      expect(error).toBeUndefined();
    },
  );

  it('that waits for 100 Continue does not get it', async () => {
    const baseUrl = await serve(aborting('EMPTY_RESPONSE'));
    server?.on('checkContinue', (incoming, response) => {
      incoming.once('resume', () => response.writeContinue());
      aborting('EMPTY_RESPONSE')(incoming, response);
    });
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n';
    expect(await endOf(baseUrl, [head])).toEqual({ bytes: Buffer.alloc(0), error: undefined });
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
    let resolveExchange: (exchange: Parameters<RequestListener>) => void;
    const gone = new Promise<Parameters<RequestListener>>((resolve) => {
      resolveExchange = resolve;
    });
    const baseUrl = await serve((...exchange) => {
      exchange[0].socket.once('close', () => resolveExchange(exchange));
      client.resetAndDestroy();
    });
    const client = connect({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) });
    client.write(get('/'));
    const [incoming, response] = await gone;
    expect(() => aborting(kind)(incoming, response)).not.toThrow();
  });
});

/** Everything that is received on a new connection until it is closed, and the error that it is closed with. */
async function endOf(
  baseUrl: string,
  chunks: readonly (string | Buffer)[] = [get('/')],
): Promise<{ bytes: Buffer; error: string | undefined }> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) });
  const received: Buffer[] = [];
  let error: string | undefined;
  socket.on('data', (bytes) => received.push(bytes));
  socket.on('error', (failure: NodeJS.ErrnoException) => {
    error = failure.code;
  });
  for (const chunk of chunks) socket.write(chunk);
  await new Promise((resolve) => socket.once('close', resolve));
  return { bytes: Buffer.concat(received), error };
}

function failureOf(baseUrl: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code);
    request(baseUrl, (response) => response.on('error', fail).resume())
      .on('error', fail)
      .end();
  });
}
