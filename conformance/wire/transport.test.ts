import { createServer } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';
import type { Connection } from '../exchange/exchange';
import { tunnellingProxy } from '../testing/tunnel';
import { createTransport, isFailure } from './transport';

const started: Server[] = [];
afterAll(() => Promise.all(started.map((server) => new Promise((resolve) => server.close(resolve)))));

async function listen(server: Server): Promise<string> {
  started.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that answers with the number of the connection that a request came over. */
function numbering(): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((request, response) => {
    if (!sockets.includes(request.socket)) sockets.push(request.socket);
    response.end(String(sockets.indexOf(request.socket) + 1));
  });
  return listen(server);
}

const tunnelling = (delayMs = 0): Promise<string> => listen(tunnellingProxy(delayMs));

/** A server that answers each request with these bytes. */
function saying(text: string): Promise<string> {
  return listen(
    createRawServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.write(text));
    }),
  );
}

/** Sends over these connections, one after the other; what came over which, and how many requests that had carried. */
async function sentOver(url: string, wanted: readonly Connection[], proxy?: string) {
  const transport = createTransport({ timeoutMs: 2000, insecure: false, ca: undefined, proxy });
  const seen = [];
  for (const each of wanted) {
    const { came, connection } = await transport.send('GET', url, {}, undefined, each);
    const what = isFailure(came) ? came.kind : came.body.text;
    seen.push([what, connection?.number, connection?.carried, connection?.hasExcess]);
  }
  await transport.close();
  return seen;
}

const ORDER: readonly Connection[] = ['kept', 'kept', 'fresh', { named: 'a' }, 'kept', { named: 'b' }, { named: 'a' }];
const NUMBERS = [
  ['1', 1, 0, false],
  ['1', 1, 1, false],
  ['2', 2, 0, false],
  ['3', 3, 0, false],
  ['1', 1, 2, false],
  ['4', 4, 0, false],
  ['3', 3, 1, false],
];

test('a request goes over the connection that it asks for, and tells which one that was', async () => {
  expect(await sentOver(await numbering(), ORDER)).toEqual(NUMBERS);
});

test('through a proxy, too', async () => {
  expect(await sentOver(await numbering(), ORDER, await tunnelling())).toEqual(NUMBERS);
});

test('requests at once have a connection each', async () => {
  const url = await numbering();
  const transport = createTransport({ timeoutMs: 2000, insecure: false, ca: undefined, proxy: undefined });
  const send = () => transport.send('GET', url, {}, undefined, 'kept');
  const sent = await Promise.all([send(), send(), send()]);
  expect(new Set(sent.map(({ connection }) => connection?.number)).size).toBe(3);
  expect((await send()).connection?.carried).toBe(1);
  await transport.close();
});

const REPLY = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx';

test('what comes behind a reply is noted, and the next request has another connection', async () => {
  const url = await saying(`${REPLY}HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n`);
  expect(await sentOver(url, ['kept', 'kept'])).toEqual([
    ['x', 1, 0, true],
    ['x', 2, 0, true],
  ]);
});

test('where no connection was made there is none to tell of', async () => {
  const url = await numbering();
  const { port } = new URL(url);
  const server = started.pop();
  await new Promise((resolve) => server?.close(resolve));
  expect(await sentOver(`http://127.0.0.1:${port}`, ['kept', 'fresh'])).toEqual([
    ['unreachable', undefined, undefined, undefined],
    ['unreachable', undefined, undefined, undefined],
  ]);
});

test('a request that was given up is not sent when its connection opens at last', async () => {
  const seen: string[] = [];
  const url = await listen(
    createServer((request, response) => {
      seen.push(request.url ?? '');
      response.end('1');
    }),
  );
  const proxy = await tunnelling(400);
  const transport = createTransport({ timeoutMs: 150, insecure: false, ca: undefined, proxy });
  const { came } = await transport.send('POST', `${url}/late`, {}, '{}', 'kept');
  expect(isFailure(came) && came.kind).toBe('proxy');
  // What the proxy opens then carries nothing of it.
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(seen).toEqual([]);
  await transport.close();
});
