import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { on } from '../../tools/selftest/server/altering';
import { startServer } from '../../tools/selftest/server/server';
import { CHECKS } from '../checks';
import { shippedContract } from '../testing/contract';
import { optionsFor } from '../testing/options';
import { startSocketServer } from '../testing/socket-server';
import type { RunOptions } from './plan/options';
import { run } from './run';

const SILENT = { onProgress: () => {}, onWait: () => {} };
const TRANSPORT = { timeoutMs: 10_000, insecure: false, ca: undefined, proxy: undefined };

async function judge(
  baseUrl: string,
  transport: Partial<RunOptions['transport']> = {},
  more: Partial<RunOptions> = {},
) {
  const options = optionsFor(baseUrl, { transport: { ...TRANSPORT, ...transport }, ...more });
  return run(await shippedContract(), CHECKS, options, SILENT);
}

describe('a proxy that opens no connection is told as such, and no server is accused:', () => {
  const saying = (text: string) => (socket: Socket) => socket.once('data', () => socket.end(text));
  test.each([
    ['it takes the connection and says nothing', () => {}, /no connection in time\. See --proxy/],
    ['it closes the connection', saying(''), /The proxy opens no connection to the server: /],
    [
      'it asks for a password',
      saying('HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n'),
      /it asks for a user name .*\(407\)/,
    ],
    ['it can not reach the server', saying('HTTP/1.1 502 No\r\n\r\n'), /it could not reach the server \(502\)/],
    ['it refuses', saying('HTTP/1.1 403 No\r\n\r\n'), /it answered with the status 403/],
    ['it is no HTTP proxy', saying('SSH-2.0-OpenSSH_9.6\r\n'), /what came is not HTTP/],
  ])('%s', async (_, serve, message) => {
    const proxy = await startSocketServer(serve);
    const judged = judge('http://127.0.0.1:9/v1', { proxy: `http://127.0.0.1:${proxy.port}`, timeoutMs: 1000 });
    await expect(judged).rejects.toThrow(message);
    await proxy.close();
  });

  test('its port is closed', async () => {
    const { port, close } = await startSocketServer(() => {});
    await close();
    const judged = judge('http://127.0.0.1:9/v1', { proxy: `http://127.0.0.1:${port}` });
    await expect(judged).rejects.toThrow(/The proxy opens no connection to the server: connect ECONNREFUSED/);
  });
});

test('a proxy gets the user name and the password of its URL', async () => {
  const server = await startServer();
  const proxy = createServer((() => {}) as RequestListener).on('connect', (request, socket: Socket) => {
    const [, basic = ''] = request.headers['proxy-authorization']?.split(' ') ?? [];
    if (Buffer.from(basic, 'base64').toString() !== 'me:a secret') return socket.end('HTTP/1.1 407 No\r\n\r\n');
    const [, port] = request.url?.split(':') ?? [];
    const other = connect(Number(port), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    return other
      .on('error', () => {})
      .pipe(socket.on('error', () => {}))
      .pipe(other);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  const { port } = proxy.address() as AddressInfo;
  const options = { keys: { main: server.keys.main, limit: undefined }, maxRequests: 3 };
  const { findings, requests } = await judge(
    server.baseUrl,
    { proxy: `http://me:a%20secret@127.0.0.1:${port}` },
    options,
  );
  expect([requests, findings]).toEqual([3, []]);
  await Promise.all([server.close(), new Promise((resolve) => proxy.close(resolve).closeAllConnections())]);
});

describe('TLS and plain HTTP that meet are no violation:', () => {
  test('https:// for a server of plain HTTP', async () => {
    const server = await startServer();
    await expect(judge(server.baseUrl.replace('http:', 'https:'))).rejects.toThrow(/speaks no TLS \(is it http:\/\//);
    await server.close();
  });

  test('http:// for a server of TLS, and one whose certificate is not trusted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const names = ['-subj', '/CN=other.example', '-days', '1', '-keyout', key, '-out', cert];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...names],
      {
        stdio: 'ignore',
      },
    );
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => socket.end());
    rmSync(folder, { recursive: true });
    server.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(judge(`http://127.0.0.1:${port}/v1`)).rejects.toThrow(/The server speaks TLS there.*https:\/\//);
    await expect(judge(`https://127.0.0.1:${port}/v1`)).rejects.toThrow(/can't be reached: self-signed certificate/);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('a path at which nothing of the API is ends the run with a hint,', () => {
  test('where each operation answers 404', async () => {
    const server = await startServer();
    const judged = judge(
      server.baseUrl.replace('/v1', '/v2'),
      {},
      { keys: { main: server.keys.main, limit: undefined } },
    );
    await expect(judged).rejects.toThrow(
      /^Nothing of the API is there: GET \/pets and 2 other operations answer 404 .*See --base-url: its path ends with \/v1/,
    );
    await server.close();
  });

  test('where a page for people comes for everything', async () => {
    const page = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<p>Hello</p>'));
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    // It listens on a port.
    const { port } = page.address() as AddressInfo;
    await expect(judge(`http://127.0.0.1:${port}/v1`)).rejects.toThrow(
      /Nothing of the API is there: .* answer 200 \(text\/html\)/,
    );
    await new Promise((resolve) => page.close(resolve).closeAllConnections());
  });

  test('and not where one operation is there', async () => {
    const server = await startServer({ rewrite: on({ operation: 'list' }, () => ({ status: 404 })) });
    const options = { keys: { main: server.keys.main, limit: undefined }, maxRequests: 20 };
    const { requests } = await judge(server.baseUrl, {}, options);
    await server.close();
    expect(requests).toBeGreaterThan(10);
  });
});

test('where the document names no key and the server wants one, the run says how to give it, and refuses none', async () => {
  const server = await startServer();
  const contract = await shippedContract();
  const open = { ...contract, operations: contract.operations.map((one) => ({ ...one, security: [] })) };
  const options = optionsFor(server.baseUrl, {
    transport: TRANSPORT,
    keys: { main: server.keys.main, limit: undefined },
  });
  await expect(run(open, CHECKS, options, SILENT)).rejects.toThrow(
    /^The server answers 401, and the document names no key/,
  );
  await server.close();
});

test('a 100 that was not asked for is lawful, and nothing that our client takes: the server is not accused', async () => {
  const server = await startSocketServer((socket) => {
    const bytes = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';
    socket.on('data', () => socket.write(bytes));
  });
  const { findings, cells } = await judge(`http://127.0.0.1:${server.port}/v1`);
  await server.close();
  expect(findings).toEqual([]);
  expect(cells.some(({ outcome }) => outcome === 'pass')).toBe(false);
});
