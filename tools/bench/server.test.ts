import { writeFile } from '../../mock/testing/edited';
import { openProcesses } from './processes';
import { startServer } from './server';

const processes = openProcesses();
afterAll(processes.clear);

const request = { method: 'GET', path: '/', headers: {} };
const begin = (program: string) => {
  const file = writeFile('js', program);
  return startServer(processes, (port) => [file, `${port}`], '', request);
};

test('a server is up when it has answered, and down when it has been ended', async () => {
  const server = await begin(
    'require("node:http").createServer((_, r) => r.end()).listen(process.argv[2], "127.0.0.1")',
  );
  expect(server.startTime).toBeGreaterThan(0);
  expect(server.isAlive()).toBe(true);
  await server.end();
  expect(server.isAlive()).toBe(false);
});

test('a server that does not end is killed', async () => {
  const server = await begin(
    'process.on("SIGTERM", () => {}); require("node:http").createServer((_, r) => r.end()).listen(process.argv[2], "127.0.0.1")',
  );
  await server.end();
  expect(server.child.signalCode).toBe('SIGKILL');
});

test('a server that ends by itself is an error with what it complained of', async () => {
  await expect(begin('console.error("no such flag"); process.exit(2)')).rejects.toThrow(/ ended: no such flag$/);
});

test('a server that does not answer with success is an error too', async () => {
  const refusing =
    'require("node:http").createServer((_, r) => r.writeHead(401).end("who?")).listen(process.argv[2], "127.0.0.1")';
  await expect(begin(refusing)).rejects.toThrow(/^GET http:.*\/ was answered 401: who\?$/);
});
