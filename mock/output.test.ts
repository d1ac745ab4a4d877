import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Program, startInShell, startProgram } from '../openapi/program/testing/child';
import { until } from '../openapi/program/testing/until';
import { MOST_WAITING } from './observe/log';
import { COMMAND } from './testing/command';

const LINES = 400;
const ARGS = ['--log', 'requests', '--plan-limits', 'off', '--port'];

async function baseUrlOf({ written }: Program): Promise<string> {
  await until(() => written.stdout.includes('\n'));
  return /https?:\/\/\S+/.exec(written.stdout)?.[0] ?? '';
}

async function statuses(baseUrl: string, count = 3): Promise<readonly number[]> {
  const found: number[] = [];
  for (let nth = 0; nth < count; nth += 1) found.push((await fetch(`${baseUrl}/nothing`)).status);
  return found;
}

/** Has so many lines logged that no pipe holds them. */
async function fill(baseUrl: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const ask = (nth: number): Promise<void> =>
    new Promise((resolve, reject) => {
      get(`${baseUrl}/${nth}${'x'.repeat(12_000)}`, { agent }, (response) => response.resume().on('end', resolve)).on(
        'error',
        reject,
      );
    });
  await Promise.all(Array.from({ length: LINES }, (_, nth) => ask(nth)));
  agent.destroy();
}

async function stop({ child, ended }: Program, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal);
  return (await ended()).code;
}

test('a full disk under both outputs ends nothing', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  // True of a server that listens on a port.
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const program = startInShell('exec "$@" >/dev/full 2>/dev/full', COMMAND, [...ARGS, String(port)], process.env);
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  await until(async () => (await fetch(baseUrl).catch(() => undefined))?.ok === true);
  expect(await statuses(baseUrl)).toEqual([404, 404, 404]);
  expect(await stop(program)).toBe(0);
});

test('nor does a file that may not grow, and once it may, it says what is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'output-'));
  const file = join(folder, 'log');
  const line = `ulimit -f 8; exec "$@" 2>>'${file}'`;
  const program = startInShell(line, COMMAND, [...ARGS, '0'], process.env);
  const baseUrl = await baseUrlOf(program);
  expect(await statuses(baseUrl, 1)).toEqual([404]);
  await until(() => readFileSync(file, 'utf8').startsWith('GET /v1/nothing 404 '));
  await fill(baseUrl);
  truncateSync(file);
  await until(async () => {
    await statuses(baseUrl, 1);
    return /^… \d+ lines dropped\nGET \/v1\/nothing 404 /.test(readFileSync(file, 'utf8'));
  });
  expect(await stop(program)).toBe(0);
  rmSync(folder, { recursive: true });
});

test('nor does a reader that leaves', async () => {
  const program = startProgram(COMMAND, [...ARGS, '0'], process.env);
  const baseUrl = await baseUrlOf(program);
  program.child.stdout.destroy();
  program.child.stderr.destroy();
  expect(await statuses(baseUrl)).toEqual([404, 404, 404]);
  expect(await stop(program)).toBe(0);
});

test('1 MiB waits for a reader that reads nothing; the rest is dropped, and counted in a line', async () => {
  const program = startProgram(COMMAND, [...ARGS, '0'], process.env);
  const { child, written } = program;
  const baseUrl = await baseUrlOf(program);
  child.stderr.pause();
  await fill(baseUrl);
  const health: unknown = await (await fetch(new URL('/__admin/health', baseUrl))).json();
  child.stderr.resume();
  await until(() => written.stderr.includes('dropped'));
  expect(await statuses(baseUrl, 1)).toEqual([404]);
  await stop(program);
  const [before = '', count = ''] = written.stderr.split(/… (\d+) lines dropped\n/);
  const kept = before.split('\n').length - 1;
  expect(kept + Number(count)).toBe(LINES);
  expect(health).toMatchObject({ droppedLogLines: Number(count) });
  // Beside what waits in the mock, the pipe itself holds something.
  expect(before.length).toBeLessThan(MOST_WAITING + 500_000);
  expect(written.stderr).toMatch(/dropped\nGET \/v1\/nothing 404 .*\n$/);
});

test('a terminal that is stopped stops no client, and one that is closed ends the mock', async () => {
  // It reads the terminal as long as what it writes is read.
  const line = 'exec script --quiet --flush --command "exec $*" /dev/null';
  const program = startInShell(line, COMMAND, [...ARGS, '0'], process.env);
  const baseUrl = await baseUrlOf(program);
  program.child.stdout.pause();
  await fill(baseUrl);
  expect(await statuses(baseUrl)).toEqual([404, 404, 404]);
  program.child.kill('SIGKILL');
  await until(async () => (await fetch(baseUrl).catch(() => undefined)) === undefined);
});
