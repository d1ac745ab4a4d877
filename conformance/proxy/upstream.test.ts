import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { until } from '../../openapi/program/testing/until';
import type { Batch, Observed } from './observed';
import type { Origin } from './relay';
import { type Relay, startRelay } from './relay';

const relays: Relay[] = [];
const servers: Server[] = [];
afterAll(async () => {
  for (const relay of relays) await relay.close();
  for (const server of servers) server.close();
});

async function listening(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  // True of every server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return port;
}

/** A relay to a server, and what it tells of. */
async function relayTo(port: number, tls?: Origin['tls'], annotate = false) {
  const seen: Observed[] = [];
  const relay = await startRelay(
    { host: '127.0.0.1', port: 0, origin: { host: '127.0.0.1', port, tls }, hostHeader: undefined, annotate },
    ({ observed }: Batch) => seen.push(...observed),
  );
  relays.push(relay);
  return { port: relay.port, seen };
}

/** The status and the bytes of the body that come through. */
async function asked(port: number): Promise<readonly [number | undefined, Buffer]> {
  const [reply] = await once(get({ port, host: '127.0.0.1', path: '/v1/things', agent: false }), 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk);
  return [reply.statusCode, Buffer.concat(chunks)];
}

test('a server of HTTPS is trusted by its certificate alone, or at the user’s word, and what it has compressed stays so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'relay-'));
  const make = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  await promisify(execFile)(
    'openssl',
    `${make} -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem`.split(' '),
    { cwd: folder },
  );
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => readFileSync(join(folder, name), 'utf8')) as [
    string,
    string,
  ];
  rmSync(folder, { recursive: true });
  const packed = gzipSync('{"id":9007199254740993}');
  const port = await listening(
    createTlsServer({ cert, key }, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed);
    }),
  );
  for (const tls of [
    { ca: cert, insecure: false },
    { ca: undefined, insecure: true },
  ]) {
    const relay = await relayTo(port, tls);
    expect(await asked(relay.port)).toEqual([200, packed]);
    await until(() => relay.seen.length === 1);
    expect(Buffer.from(relay.seen[0]?.replyBody.bytes ?? [])).toEqual(packed);
  }
  const wary = await relayTo(port, { ca: undefined, insecure: false });
  const [status, body] = await asked(wary.port);
  expect([status, body.toString()]).toEqual([502, expect.stringMatching(/ \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.\n$/)]);
  expect(wary.seen).toEqual([]);
});

test.each([false, true])(
  'a server sends no faster than the client reads, and all of it comes (held: %j)',
  async (annotate) => {
    const length = 96 * 2 ** 20;
    const chunk = Buffer.alloc(2 ** 16, 'x');
    let sent = 0;
    const send = (socket: Socket): void => {
      while (sent < length) {
        sent += chunk.length;
        if (!socket.write(chunk)) return;
      }
      socket.end();
    };
    const port = await listening(
      createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => {
          socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`);
          socket.on('drain', () => send(socket));
          send(socket);
        });
      }),
    );
    const relay = await relayTo(port, undefined, annotate);
    const client = connect({ port: relay.port, host: '127.0.0.1' });
    client.write('GET /v1/things HTTP/1.1\r\n\r\n');
    client.pause();
    // Nothing more is sent once all buffers on the way are full.
    let before = -1;
    let same = 0;
    await until(() => {
      same = sent > 0 && sent === before ? same + 1 : 0;
      before = sent;
      return same >= 20;
    });
    expect(sent).toBeLessThan(length / 2);
    let came = 0;
    client.on('data', (part: Buffer) => {
      came += part.length;
    });
    client.resume();
    await once(client, 'end');
    expect(came).toBe(length + `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`.length);
    await until(() => relay.seen.length === 1);
    expect(relay.seen[0]?.replyBody).toMatchObject({ length });
  },
);

test.each([
  ['reset', 'ECONNRESET'],
  ['end', 'end'],
] as const)(
  'a client that leaves in the middle of an upload by %s is gone for the server, too',
  async (how, expected) => {
    let came = '';
    let ending: string | undefined;
    const port = await listening(
      createServer((socket) => {
        socket.on('data', (chunk) => {
          came += chunk.toString();
          if (came.includes('GET ')) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        });
        socket.on('end', () => {
          ending ??= 'end';
        });
        socket.on('error', ({ code }: NodeJS.ErrnoException) => {
          ending ??= code;
        });
      }),
    );
    const relay = await relayTo(port);
    const client = connect({ port: relay.port, host: '127.0.0.1' });
    client.on('error', () => {});
    client.write('POST /v1/things HTTP/1.1\r\nContent-Length: 100\r\n\r\nthe first half');
    await until(() => came.endsWith('half'));
    if (how === 'reset') client.resetAndDestroy();
    else client.end();
    await until(() => ending !== undefined);
    expect(ending).toBe(expected);
    client.destroy();
    // What a server makes of the half that it has is not known, even where it has closed the connection, too.
    expect(await asked(relay.port)).toEqual([204, Buffer.alloc(0)]);
    await until(() => relay.seen.some(({ isSafe }) => isSafe));
    expect(relay.seen.at(-1)?.meanwhile).toBe('any');
  },
);
