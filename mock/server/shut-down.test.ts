import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { until } from '../../openapi/program/testing/until';
import { type StartedMock, startMock } from '../index';
import { sendRaw, statusesOf } from '../testing/socket';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer demo-enterprise\r\n\r\n`;
const GOOD = '{"name":"Rex","categoryId":1}';
const POST = get('/v1/pets')
  .replace('GET', 'POST')
  .replace(/\r\n$/, `Content-Type: application/json\r\nContent-Length: ${GOOD.length}\r\n\r\n${GOOD}`);

test('a request that arrives during the shutdown is answered as the last of its connection', async () => {
  const mock = await startMock();
  const received = sendRaw(mock.baseUrl, [get('/v1/pets'), 150, get('/v1/pets')]);
  await setTimeout(100);
  await mock.close();
  const { text, closed } = await received;
  expect(statusesOf({ text, closed })).toEqual([200, 200]);
  expect(text.match(/^Connection: close\r$/gm)).toHaveLength(1);
  expect(closed).toBe(true);
});

test('a stream ends with an empty chunk, as a complete reply does, whatever is recorded after it', async () => {
  const mock = await startMock();
  await mock.faults.add({ delayMs: 150, status: 503 });
  const stream = get('/__admin/requests/stream').replace('Host: a', 'Host: localhost');
  const received = sendRaw(mock.baseUrl, [stream], { patience: 3000 });
  const slow = sendRaw(mock.baseUrl, [get('/v1/pets')], { patience: 3000 });
  await setTimeout(50);
  await mock.close();
  expect(statusesOf(await slow)).toEqual([503]);
  const { text, closed } = await received;
  expect(text).toMatch(/\r\n\r\n[\da-f]+\r\nretry: 1000\n\n\r\n0\r\n\r\n$/);
  expect(closed).toBe(true);
});

interface Client {
  readonly socket: Socket;
  /** What it has received. */
  text(): string;
  readonly closed: Promise<unknown>;
}

function open({ baseUrl }: StartedMock): Client {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  let text = '';
  socket.on('data', (data) => {
    text += data.toString('latin1');
  });
  // The mock may be gone before it has read everything.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  return { socket, text: () => text, closed };
}

/** Sends requests for as long as the connection lasts. */
function pipelineWithoutEnd({ socket }: Client): void {
  const block = POST.repeat(100);
  const pump = (): void => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', pump);
  pump();
}

describe('when the mock shuts down while clients pipeline without end', () => {
  test('each other request in flight is answered, and no request is carried out without a reply', async () => {
    const state = join(temporaryFolder(), 'state.json');
    const mock = await startMock({ planLimits: false, fixtures: 'none', state });
    await mock.faults.add({ key: 'business', delayMs: 200 });
    const pipelining = Array.from({ length: 4 }, () => open(mock));
    for (const client of pipelining) pipelineWithoutEnd(client);
    await until(() => pipelining.every((client) => client.text().length > 100_000));
    const others = Array.from({ length: 50 }, () => open(mock));
    for (const { socket } of others) socket.write(POST.replace('demo-enterprise', 'demo-business'));
    await until(() => others.every(({ socket }) => socket.bytesWritten > 0));
    await mock.close();
    await Promise.all([...others, ...pipelining].map(({ closed }) => closed));

    expect(others.map((client) => statusesOf({ text: client.text(), closed: true }))).toEqual(others.map(() => [201]));
    const replies = pipelining.flatMap((client) => statusesOf({ text: client.text(), closed: true }));
    expect(new Set(replies)).toEqual(new Set([201]));
    expect(readFileSync(state, 'utf8').match(/"Rex"/g)).toHaveLength(replies.length + others.length);
    for (const client of pipelining) {
      expect(client.text().match(/^Connection: close\r$/gm)).toHaveLength(1);
      expect(client.text().slice(client.text().indexOf('Connection: close'))).toMatch(/^[^{}]*\r\n\r\n\{[^\n{}]*\}$/);
    }
  });

  test('a client that is slow to read, and goes on sending, has its last reply all the same', async () => {
    const mock = await startMock();
    await mock.faults.add({ match: { path: '/v1/pets/1' }, delayMs: 50 });
    const client = open(mock);
    client.socket.write(get('/v1/pets/1').repeat(2));
    await until(async () => (await mock.requests({ path: '/v1/pets/1' })).length === 1);
    client.socket.pause();
    const closed = mock.close();
    // Longer than the mock waits for requests on idle connections, much shorter than it waits at all.
    await setTimeout(300);
    // A client gives up what it has not read once it can't send.
    for (const path of ['/v1/pets/2', '/v1/pets/3']) {
      client.socket.write(get(path));
      await setTimeout(20);
    }
    client.socket.resume();
    await Promise.all([closed, client.closed]);

    expect(statusesOf({ text: client.text(), closed: true })).toEqual([200, 200]);
  });
});
