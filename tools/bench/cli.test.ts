import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, startInShell } from '../../openapi/program/testing/child';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { IS_LONG } from '../../openapi/program/testing/long';
import { until } from '../../openapi/program/testing/until';
import { commandLine } from './flags';
import type { Part, Results } from './model';
import { hasRedis } from './redis-server';

/** The built command, as `npm run bench` runs it. */
const COMMAND = join(__dirname, '../../dist/tools/bench/cli.js');
const SERVERS = ['mock', 'node', 'express', 'prism', 'silent-prism'];
const REPLICAS = ['mock', 'ping', 'bare', 'one', 'two'];

/**
 * In a process group of its own, to which everything belongs that it starts.
 *
 * @param folder for its temporary files
 */
const start = (args: readonly string[], folder = temporaryFolder()): Program =>
  startInShell('exec setsid "$@"', COMMAND, args, { ...process.env, TMPDIR: folder });

/** Whether any process that it started is still running. */
function isAnythingLeft({ child }: Program): boolean {
  try {
    return process.kill(-(child.pid ?? Number.NaN), 0);
  } catch {
    return false;
  }
}

const each = (names: readonly string[], of: (name: string) => readonly string[]): readonly string[] =>
  names.flatMap(of);
const sizesOf = (part: string, server: string): readonly string[] =>
  each(['', 'list', 'get'], (scenario) => [10, 1000].map((size) => `${part} ${scenario} ${size} ${server}`));

/** What each part measures, in the order of a run. A sample has those that do not wait for Prism, and of the two of memory one. */
const MEASURED: readonly {
  readonly parts: readonly Part[];
  readonly isInSample: boolean;
  measured: readonly string[];
}[] = [
  { parts: ['start'], isInSample: false, measured: SERVERS.map((server) => `start   ${server}`) },
  {
    parts: ['list', 'get', 'post'],
    isInSample: false,
    measured: each(['list', 'get', 'post'], (part) => SERVERS.map((server) => `${part} ${part}  ${server}`)),
  },
  { parts: ['memory'], isInSample: false, measured: sizesOf('memory', 'mock') },
  { parts: ['overload'], isInSample: true, measured: ['overload   mock'] },
  {
    parts: ['proxy'],
    isInSample: true,
    measured: each(['16', '1'], (connections) => [`proxy  ${connections} proxy`, `proxy  ${connections} node`]),
  },
  {
    parts: ['redis'],
    isInSample: false,
    measured: each(['list', 'get', 'post'], (scenario) => REPLICAS.map((one) => `redis ${scenario}  ${one}`)),
  },
  { parts: ['redis-memory'], isInSample: true, measured: sizesOf('redis-memory', 'one') },
  { parts: ['page'], isInSample: true, measured: ['page   page', 'page   worker'] },
  { parts: ['suite'], isInSample: false, measured: ['suite   mock'] },
];

test('a smoke run has a figure for everything, and leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'figures.json');
  const rows = MEASURED.filter(({ isInSample }) => IS_LONG || isInSample);
  const bench = start(['--smoke', '--json', file, '--only', ...rows.flatMap(({ parts }) => parts)], folder);
  const { code, stdout, stderr } = await bench.ended();
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/error|Warning/i) });

  const results = JSON.parse(readFileSync(file, 'utf8')) as Results & { targets: { found: { median: number } }[] };
  const ids = results.measured.map(({ part, scenario, server, size }) => [part, scenario, size, server].join(' '));
  expect(ids).toEqual(
    rows.flatMap(({ parts, measured }) => (parts[0]?.startsWith('redis') && !hasRedis() ? [] : measured)),
  );
  for (const { rounds } of results.measured) expect(rounds).toHaveLength(1);
  const flooded = results.measured.find(({ part }) => part === 'overload');
  expect(flooded?.rounds[0]).toMatchObject({ lost: 0, backAfter: expect.any(Number), peak: expect.any(Number) });
  const [all, inRedis] = IS_LONG ? [35, 9] : [9, 3];
  expect(results.targets).toHaveLength(hasRedis() ? all : all - inRedis);
  for (const { found } of results.targets) expect(Number.isFinite(found.median)).toBe(true);

  expect(stdout).toContain('Overload, requests that were lost');
  expect(readdirSync(folder)).toEqual(['figures.json']);
  expect(isAnythingLeft(bench)).toBe(false);
});

test('interrupted, it ends with everything that it has started', async () => {
  const folder = temporaryFolder();
  const bench = start(['--only', 'list', '--seconds', '50'], folder);
  await until(() => bench.written.stderr.includes('start, 1'));
  bench.child.kill('SIGINT');
  expect((await bench.ended()).code).toBe(130);
  // A killed process is gone a moment later.
  await until(() => !isAnythingLeft(bench));
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  [['--only', 'lists'], /^error: option '--only <parts...>' argument 'lists' is invalid\. Allowed choices are list, /],
  [['--rounds', '0'], /^error: option '--rounds <number>' argument '0' is invalid\. Expected a whole number from 1 /],
  [['--seconds', '0'], /^error: option '--seconds <number>' argument '0' is invalid\. Expected seconds, above 0 /],
])('%j is refused', (args, message) => {
  expect(() => commandLine().parse(args, { from: 'user' })).toThrow(message);
});

test('what is refused ends with one line and the status 2', async () => {
  const { code, stderr } = await start(['stray']).ended();
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: too many arguments.*\n$/)]);
});

test('--help lists the flags', () => {
  expect(commandLine().helpInformation()).toContain('--smoke');
});
