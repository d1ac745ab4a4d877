import { writeFile } from '../../mock/testing/edited';
import { openProcesses, startServer } from './processes';

const processes = openProcesses();
afterAll(processes.clear);

const begin = (program: string) => {
  const file = writeFile('js', program);
  const kind = { prefix: '', args: (port: number) => [file, `${port}`] };
  return startServer(processes, kind, { method: 'GET', path: '/', headers: {} });
};
const serving = (answer: string): string =>
  `require("node:http").createServer((_, r) => ${answer}).listen(process.argv[2], "127.0.0.1")`;

test('a server is up when it has answered, and down when it has been ended', async () => {
  const server = await begin(serving('r.end()'));
  expect(server.startTime).toBeGreaterThan(0);
  expect(server.isAlive()).toBe(true);
  await server.end();
  expect(server.isAlive()).toBe(false);
});

test('a server that does not end is killed', async () => {
  const server = await begin(`process.on("SIGTERM", () => {}); ${serving('r.end()')}`);
  await server.end();
  expect(server.child.signalCode).toBe('SIGKILL');
});

test('a server that ends by itself is an error with what it complained of', async () => {
  await expect(begin('console.error("no such flag"); process.exit(2)')).rejects.toThrow(/ ended: no such flag$/);
});

test('a server that does not answer with success is an error too', async () => {
  await expect(begin(serving('r.writeHead(401).end("who?")'))).rejects.toThrow(
    /^GET http:.*\/ was answered 401: who\?$/,
  );
});
