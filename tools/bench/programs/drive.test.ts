import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Job, Outcome } from './drive';

const PROGRAM = join(__dirname, '../../../dist/tools/bench/programs/drive.js');
const requests: Job['requests'] = [
  { method: 'GET', path: '/one', headers: { 'x-key': 'k' } },
  { method: 'POST', path: '/two', headers: {}, body: '{"a":1}' },
];

/** The program's outcome for a server, and what that server received. */
async function drive(
  listener: RequestListener,
  length: Job['length'] = { seconds: 0.1 },
): Promise<{ outcome: Outcome; seen: ReadonlySet<string> }> {
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
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const program = fork(PROGRAM);
  program.send({ baseUrl: `http://127.0.0.1:${port}/v1`, requests, connections: 2, length } satisfies Job);
  const [outcome] = (await once(program, 'message')) as [Outcome];
  program.disconnect();
  // It ends when its parent disconnects.
  await once(program, 'exit');
  server.closeAllConnections();
  server.close();
  return { outcome, seen };
}

test('sends the requests in turn, and counts and times what is answered', async () => {
  const { outcome, seen } = await drive((_request, response) => response.end('[]'));
  expect(outcome).toEqual({
    requests: expect.any(Number),
    seconds: expect.any(Number),
    p50: expect.any(Number),
    p99: expect.any(Number),
  });
  expect([...seen].sort()).toEqual(['GET /v1/one k ', 'POST /v1/two  {"a":1}']);
});

test('sends a given number of requests', async () => {
  const { outcome } = await drive((_request, response) => response.end('[]'), { requests: 10 });
  expect(outcome).toMatchObject({ requests: 10 });
});

test('an answer that is not a success is a failure', async () => {
  const { outcome } = await drive((request, response) =>
    response.writeHead(request.method === 'GET' ? 200 : 429).end(),
  );
  expect(outcome).toEqual({
    failure: expect.stringMatching(/^\d+ of \d+ requests were not answered with success$/),
  });
});

test('so is a connection that is closed without an answer', async () => {
  let count = 0;
  const { outcome } = await drive((request, response) => {
    count += 1;
    if (count % 10 === 0) request.socket.destroy();
    else response.end();
  });
  expect(outcome).toEqual({ failure: expect.stringMatching(/^\d+ requests were lost: the connection broke off/) });
});
