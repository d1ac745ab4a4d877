import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { drive } from './load';
import { openProcesses, type Running } from './processes';
import { HOST, portOf } from './redis-server';

const processes = openProcesses();
afterAll(processes.clear);

const requests = [
  { method: 'GET', path: '/one', headers: { 'x-key': 'k' } },
  { method: 'POST', path: '/two', headers: {}, body: '{"a":1}' },
];

/** Drives a server of this process, and tells what it received. */
async function driven(listener: RequestListener, length: Parameters<typeof drive>[1] = { seconds: 0.1 }) {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      seen.add([request.method, request.url, request.headers['x-key'], body].join(' '));
      listener(request, response);
    });
  }).listen(0, HOST);
  await once(server, 'listening');
  const idle = processes.start(['--eval', 'setInterval(() => {}, 1000)']);
  const running: Running = { ...idle, baseUrl: `http://${HOST}:${portOf(server)}/v1`, startTime: 0 };
  try {
    return { figures: await drive({ servers: [running], requests, connections: 2 }, length), seen };
  } finally {
    await idle.end();
    server.closeAllConnections();
    server.close();
  }
}

test('sends the requests in turn, and counts and times what is answered', async () => {
  const { figures, seen } = await driven((_request, response) => response.end('[]'));
  expect(figures).toMatchObject({ requests: expect.any(Number), rate: expect.any(Number), p99: expect.any(Number) });
  expect([...seen].sort()).toEqual(['GET /v1/one k ', 'POST /v1/two  {"a":1}']);
});

test('sends a given number of requests', async () => {
  const { figures } = await driven((_request, response) => response.end('[]'), { requests: 10 });
  expect(figures).toMatchObject({ requests: 10 });
});

test('an answer that is not a success is an error', async () => {
  const answers = driven((request, response) => response.writeHead(request.method === 'GET' ? 200 : 429).end());
  await expect(answers).rejects.toThrow(/^GET http:.*\/v1\/one: \d+ of \d+ requests were not answered with success$/);
});

test('so is a connection that is closed without an answer', async () => {
  let count = 0;
  const answers = driven((request, response) => {
    count += 1;
    if (count === 2) request.socket.destroy();
    else response.end();
  });
  await expect(answers).rejects.toThrow(/: \d+ requests were lost: the connection broke off/);
});
