import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { rounds } from '../../openapi/program/testing/long';
import type { Result } from './report';

/** The built command, as `npm run fuzz` runs it. */
const COMMAND = join(__dirname, '../../dist/tools/fuzz/cli.js');
/** The machine may have other things to do than to answer soon. */
const PATIENT = ['--stall', '20000'];

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fuzz-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run(args: readonly string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { ...process.env, TMPDIR: folder } });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

test('a short round breaks no law of the mock', async () => {
  const file = join(folder, 'figures.json');
  const count = rounds(2000);
  const round = ['--seed', '12', '--count', `${count}`, '--only', 'raw,bodies,parameters,control'];
  const { code, stdout } = await run([...round, '--json', file, ...PATIENT]);
  const { mock, findings } = JSON.parse(readFileSync(file, 'utf8')) as Result;
  expect(findings).toEqual([]);
  expect(code).toBe(0);
  const tried = Object.entries(mock?.tallies ?? {}).map(([name, tally]) => [name, tally.tried]);
  const shares = { raw: 0.2, bodies: 0.35, parameters: 0.35, control: 0.1 };
  expect(tried).toEqual(Object.entries(shares).map(([name, share]) => [name, share * count]));
  expect(mock?.memory.bound).toBeGreaterThan(2 ** 27);
  expect(stdout).toMatch(/^5xx not asked for: 0$/m);
  expect(stdout).toMatch(/No law was broken\.\n$/);
  expect(readdirSync(folder)).toEqual(['figures.json']);
});

test('one attempt runs alone by its number, and one scenario by its name', async () => {
  const [alone, scenario] = await Promise.all([
    run(['--seed', '12', '--only', 'bodies', '--at', '77', ...PATIENT]),
    run(['--only', 'full-log']),
  ]);
  expect(alone.stdout).toMatch(/^ {2}bodies +1 +1 /m);
  expect([alone.code, scenario.code]).toEqual([0, 0]);
  expect(scenario.stdout).toBe('files and processes: full-log\n\nNo law was broken.\n');
});

test.each([
  [['--only', 'bodys'], /^error: option '--only <names>' argument 'bodys' is invalid\. Expected one or more of raw, /],
  [['--count', '0'], /^error: option '--count <number>' argument '0' is invalid\. Expected a whole number from 1 to /],
  [['--at', '7'], /^error: --at is the number of an attempt of one attack: name it, /],
  [['--at', '7', '--only', 'full-log'], /^error: --at is the number of an attempt of one attack: name it, /],
  [['--document', '/nowhere.yaml'], /^error: \/nowhere\.yaml: /],
])('%j ends with one line and the status 2', async (args, message) => {
  const { code, stderr } = await run(args);
  expect(stderr).toMatch(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(2);
});
