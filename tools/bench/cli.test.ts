import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Results } from './model';
import { hasRedis } from './redis-server';

/** The built command, as `npm run bench` runs it, with a folder for temporary files that must be empty afterwards. */
const COMMAND = join(__dirname, '../../dist/tools/bench/cli.js');
const SERVERS = ['mock', 'node', 'express', 'prism', 'silent-prism'];
const REPLICAS = ['mock', 'ping', 'bare', 'one', 'two'];
const PATIENCE_MS = 60_000;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bench-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Running {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit status. */
  readonly ended: Promise<number | null>;
  /** Whether any process that it started is still running. */
  isAnythingLeft(): boolean;
}

function start(args: readonly string[]): Running {
  // In a new process group, which everything that it starts belongs to.
  const child = spawn(process.execPath, [COMMAND, ...args], {
    detached: true,
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended: once(child, 'close').then(([code]) => code as number | null),
    isAnythingLeft() {
      try {
        return process.kill(-(child.pid ?? Number.NaN), 0);
      } catch {
        return false;
      }
    },
  };
}

test(
  'a smoke run has a figure for everything, and leaves nothing behind',
  async () => {
    const file = join(folder, 'figures.json');
    const bench = start(['--smoke', '--json', file]);
    const code = await bench.ended;
    expect({ code, stderr: bench.stderr() }).toEqual({ code: 0, stderr: expect.not.stringMatching(/error|Warning/i) });

    const results = JSON.parse(readFileSync(file, 'utf8')) as Results & { targets: { found: { median: number } }[] };
    const ids = results.measured.map(({ part, scenario, server, size }) => [part, scenario, size, server].join(' '));
    const each = (names: readonly string[], of: (name: string) => readonly string[]) => names.flatMap(of);
    const sizesOf = (part: string, server: string) =>
      each(['', 'list', 'get'], (scenario) => [10, 100, 1000].map((size) => `${part} ${scenario} ${size} ${server}`));
    expect(ids).toEqual([
      ...SERVERS.map((server) => `start   ${server}`),
      ...each(['list', 'get', 'post'], (part) => SERVERS.map((server) => `${part} ${part}  ${server}`)),
      ...sizesOf('memory', 'mock'),
      'overload   mock',
      ...each(['16', '1'], (connections) => [`proxy  ${connections} proxy`, `proxy  ${connections} node`]),
      ...(hasRedis()
        ? each(['list', 'get', 'post'], (scenario) => REPLICAS.map((server) => `redis ${scenario}  ${server}`))
        : []),
      ...(hasRedis() ? sizesOf('redis-memory', 'one') : []),
      'suite   mock',
    ]);
    for (const { rounds } of results.measured) expect(rounds).toHaveLength(1);
    const flooded = results.measured.find(({ part }) => part === 'overload');
    expect(flooded?.rounds[0]).toMatchObject({ lost: 0, backAfter: expect.any(Number), peak: expect.any(Number) });
    expect(results.targets).toHaveLength(hasRedis() ? 33 : 24);
    for (const { found } of results.targets) expect(Number.isFinite(found.median)).toBe(true);

    expect(bench.stdout()).toContain('POST, Prism 5 mock');
    expect(readdirSync(folder)).toEqual(['figures.json']);
    expect(bench.isAnythingLeft()).toBe(false);
  },
  PATIENCE_MS,
);

test(
  'interrupted, it ends with everything that it has started',
  async () => {
    const bench = start(['--only', 'list', '--seconds', '50']);
    await new Promise<void>((resolve) => {
      bench.child.stderr?.on('data', () => {
        if (bench.stderr().includes('start, 1')) resolve();
      });
    });
    bench.child.kill('SIGINT');
    expect(await bench.ended).toBe(130);
    await gone(bench);
    expect(readdirSync(folder)).toEqual([]);
  },
  PATIENCE_MS,
);

/** A killed process is gone a moment later. */
async function gone({ isAnythingLeft }: Running): Promise<void> {
  while (isAnythingLeft()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test.each([
  [['--only', 'lists'], /^error: option '--only <parts...>' argument 'lists' is invalid\. Allowed choices are list, /],
  [['--rounds', '0'], /^error: option '--rounds <number>' argument '0' is invalid\. Expected a whole number from 1 /],
  [['--seconds', '0'], /^error: option '--seconds <number>' argument '0' is invalid\. Expected seconds, above 0 /],
  [['stray'], /^error: too many arguments/],
])('%j ends with one line and the status 2', async (args, message) => {
  const bench = start(args);
  expect(await bench.ended).toBe(2);
  expect(bench.stderr()).toMatch(message);
  expect(bench.stderr().trim().split('\n')).toHaveLength(1);
});

test('--help lists the flags, and ends with 0', async () => {
  const bench = start(['--help']);
  expect(await bench.ended).toBe(0);
  expect(bench.stdout()).toContain('--smoke');
});
