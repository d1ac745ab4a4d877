import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute } from '../../openapi/program/execute';
import { runBash } from '../../openapi/program/testing/child';
import { rounds } from '../../openapi/program/testing/long';
import { sampleOf } from '../../openapi/program/testing/samples';
import { startMock } from '../index';
import { COMMAND, runCommand } from '../testing/command';
import { CAREFUL, CARELESS } from './testing/clients';
import { mustExist, readExamLine } from './tests-command';

const folder = mkdtempSync(join(tmpdir(), 'exam-'));
const RELIED_ON = ['list.order', 'record.optional', 'ids', 'retry-after', 'record.further'];

test('a client that was written carelessly gets a list of what it relies on', async () => {
  const report = join(folder, 'careless.json');
  const ids = [...RELIED_ON, 'json.spacing'];
  const { code, stdout, stderr } = await runCommand([
    ...['exam', '--only', ...ids, '--seeds', '1', '--report', report],
    ...['--', process.execPath, '-e', CARELESS],
  ]);
  const found = JSON.parse(readFileSync(report, 'utf8'));
  const relied = found.reliesOn.map(({ choices }: { choices: object }) => choices);
  expect(relied).toEqual([
    { 'record.optional': 'left-out' },
    { 'list.order': 'newest-first' },
    { 'list.order': 'any' },
    { ids: 'random' },
    { 'record.further': 'some' },
    { 'retry-after': 'date' },
  ]);
  expect(found.unsteady).toEqual([]);
  expect(stdout).toMatch(/^The tests rely on 5 things that the document leaves open:\n/);
  expect(stdout).toContain('    | when to come again?');
  expect(stderr).toContain('json.spacing indented … passed');
  expect(code).toBe(1);
});

/** Runs a line as it was printed, with the built command in the place of the installed one. */
const paste = (line: string) =>
  runBash(['-c', line.replace('npx animal-store-mock', `"${process.execPath}" "${COMMAND}"`)], process.env, folder);

test('the sample shows what it prints', async () => {
  writeFileSync(join(folder, 'shop.test.mjs'), sampleOf('shop.test.mjs'));
  const { printed } = await paste(
    'npx animal-store-mock exam --only list.order -- node --test --test-reporter spec 2>/dev/null',
  );
  expect(printed.trimEnd()).toBe(sampleOf('exam').trimEnd());
});

test('what is printed to see a failure shows it, whichever way the tests find the mock', async () => {
  const file = join(folder, 'ways.cjs');
  const program = `
    const { startMock } = require(${JSON.stringify(join(__dirname, '../../dist/lib/index.js'))});
    const { ANIMAL_STORE_BASE_URL, MOCK } = process.env;
    const ask = async (way, url) => {
      const reply = await fetch(url + '/pets');
      if (!reply.headers.get('content-type').includes('charset')) return;
      process.exitCode = 1;
      // In red, over a line of progress.
      console.log('asking\\r\\x1b[31m●\\x1b[39m a charset ' + way);
    };
    (async () => {
      await ask('by the variables', ANIMAL_STORE_BASE_URL);
      await ask('by MOCK', MOCK);
      const mock = await startMock();
      await ask('of their own mock', mock.baseUrl);
      await mock.close();
    })();`;
  writeFileSync(file, program);
  const { code, stdout } = await runCommand([
    ...['exam', '--only', 'charset', '--seeds', '0', '--', process.execPath, file],
  ]);
  const failed = ['by the variables', 'by MOCK', 'of their own mock'].map((way) => `a charset ${way}`);
  expect(stdout.split('\n').filter((line) => line.startsWith('    |'))).toEqual(failed.map((name) => `    | ${name}`));
  expect(stdout).toMatch(/^The tests rely on 1 thing that the document leaves open:\n\n {2}charset: /);
  expect(code).toBe(1);
  const seen = await paste(/ {2}To see it: (.+)/.exec(stdout)?.[1] ?? '');
  expect(seen.code).toBe(1);
  expect(seen.printed.split('\n')).toEqual([
    ...failed.map((name) => `asking\r\x1b[31m●\x1b[39m ${name}`),
    'Chosen where the document leaves things open: charset=named.',
    'The tests failed: it ended with the status 1.',
    '',
  ]);
});

test('a mock that the tests start inside their program is enough', async () => {
  const program = `
    const { startMock } = require(${JSON.stringify(join(__dirname, '../../dist/lib/index.js'))});
    startMock().then((mock) => mock.close());`;
  const { code, stderr } = await runCommand(['exam', '--once', '--', process.execPath, '-e', program]);
  expect([code, stderr]).toEqual([0, 'The tests passed.\n']);
});

test('tests find a mock that has an admin token, and what is printed leaves the token to the user', async () => {
  const program = `
    const { connectMock } = require(${JSON.stringify(join(__dirname, '../../dist/lib/index.js'))});
    connectMock(process.env.MOCK).then(async (mock) => {
      const reply = await mock.fetch('/v1/pets', { headers: { authorization: 'Bearer demo-free' } });
      process.exitCode = reply.headers.get('content-type').includes('charset') ? 1 : 0;
    });`;
  const { stdout, stderr, code } = await runCommand([
    ...['exam', '--admin-token', 'sesame123456', '--only', 'charset', '--seeds', '0'],
    ...['--', process.execPath, '-e', program],
  ]);
  expect([stderr, stdout]).toEqual([expect.not.stringContaining('error'), expect.stringContaining(' where named: ')]);
  expect(stdout).toContain('To see it: ANIMAL_STORE_ADMIN_TOKEN=… npx animal-store-mock exam --once ');
  expect(stdout + stderr).not.toContain('sesame');
  expect(code).toBe(1);
});

test('tests that open sessions themselves, and then end or reset what they used, are examined like others', async () => {
  const program = `
    const url = process.env.ANIMAL_STORE_BASE_URL;
    const control = (method, path) => fetch(new URL('/__admin/' + path, url), { method });
    (async () => {
      const { id, apiKeys } = await (await control('POST', 'sessions')).json();
      const [key] = Object.values(apiKeys);
      const list = await fetch(url + '/pets', { headers: { authorization: 'Bearer ' + key } });
      await control('DELETE', 'sessions/' + id);
      await control('POST', 'reset');
      process.exitCode = list.headers.get('content-type').includes('charset') ? 1 : 0;
    })();`;
  const { code, stdout, stderr } = await runCommand([
    ...['exam', '--only', 'charset', '--seeds', '0', '--', process.execPath, '-e', program],
  ]);
  expect([stderr, stdout]).toEqual([expect.not.stringContaining('error'), expect.stringContaining('charset: ')]);
  expect(code).toBe(1);
});

test('an interruption ends the run that goes on, and nothing is said of it', async () => {
  const program = `
    fetch(process.env.ANIMAL_STORE_BASE_URL + '/pets').then(() => {
      // The first run passes; the second one waits for the exam to be interrupted.
      if (!require('node:fs').existsSync(process.argv[1])) return require('node:fs').writeFileSync(process.argv[1], '');
      process.kill(Number(process.argv[2]), 'SIGINT');
      setInterval(() => {}, 1000);
    });`;
  const { code, printed } = await runBash(
    [
      ...['-c', 'exec "$@" $$', 'bash', process.execPath, COMMAND, 'exam', '--only', 'list.order'],
      ...['--', process.execPath, '-e', program, join(folder, 'first-run')],
    ],
    process.env,
    folder,
  );
  expect(printed).toMatch(/^Interrupted after 1 run\.\n1 of 5 {2}as it is … passed .* s\n4 more runs, about .*\n/);
  expect(printed).toMatch(/\n2 of 5 {2}list\.order newest-first … interrupted\n$/);
  expect(code).toBe(130);
});

test('a line of the shell in quotes is run by the shell', async () => {
  const line = 'curl -sf "$ANIMAL_STORE_BASE_URL" && echo done';
  const { code, stdout, stderr } = await runCommand(['exam', '--once', '--', line]);
  expect([stdout, stderr]).toEqual([expect.stringMatching(/done\n$/), 'The tests passed.\n']);
  expect(code).toBe(0);
});

test('a command of the tests without -- is refused, with the line as it should be', async () => {
  const { code, stderr } = await runCommand(['exam', '--seeds', '0', 'npm', 'test']);
  expect(stderr).toBe(
    'error: put -- before the command of the tests: npx animal-store-mock exam --seeds 0 -- npm test\n',
  );
  expect(code).toBe(2);
});

test('a behaviour that there is not is refused, before a program that there is not', async () => {
  const { code, stderr } = await runCommand(['exam', '--only', 'list.odor', '--', 'x']);
  expect(stderr).toBe('error: --only: there is no unspecified behaviour "list.odor"; did you mean "list.order"?\n');
  expect(code).toBe(2);
});

test.each([
  [[], 'exam needs the command of the tests behind --, such as: npx animal-store-mock exam -- npm test'],
  [
    ['--admin-token', 'a-secret-token', '--only', 'ids', 'reads', 'npm run e2e'],
    'put -- before the command of the tests: ANIMAL_STORE_ADMIN_TOKEN=… npx animal-store-mock exam --only ids reads -- ' +
      "'npm run e2e'",
  ],
  [
    ['--only=ids', 'npm', 'test', '--', '--ci'],
    'put -- before the command of the tests: npx animal-store-mock exam --only=ids -- npm test -- --ci',
  ],
  [['--once', '--only', 'ids', '--', 'true'], '--once examines nothing: leave out --only, or --once'],
  [['--', ''], 'exam needs the command of the tests behind --, such as: npx animal-store-mock exam -- npm test'],
  [
    ['--', './no-such-program'],
    'there is no program "./no-such-program". Write the command as you run the tests in this folder, such as npm test.',
  ],
])('%j says what is wrong, and what to do', (args, message) => {
  expect(() => mustExist(readExamLine(args))).toThrow(message);
});

test('tests that send no request are told each way that leads to the mock', async () => {
  const { code, stderr } = await runCommand(['exam', '--seeds', '0', '--', 'true']);
  const [run, error, ...ways] = stderr.split('\n');
  expect(run).toMatch(/^ 1 of 35 {2}as it is … passed /);
  expect(error).toBe('error: the tests sent no request to the mock, and started none that takes its choices');
  for (const way of ['ANIMAL_STORE_BASE_URL', 'MOCK', 'ANIMAL_STORE_CHOICES', 'exam --seeds 0 --port 4010 -- true'])
    expect(ways.join('\n')).toContain(way);
  expect(code).toBe(2);
});

test('tests that do not end are told apart from tests that fail', async () => {
  const { stderr } = await runCommand(['exam', '--timeout', '1', '--', 'curl -s $MOCK; sleep 600']);
  expect(stderr).toContain('\n  | it has not ended within 1 seconds\n');
});

test('tests that fail as they are show what failed, and how to see it', async () => {
  const program = "fetch(process.env.MOCK); console.log('● the shop is open'); process.exitCode = 1";
  const { stderr } = await runCommand(['exam', '--only', 'ids', '--', process.execPath, '-e', program]);
  const [, error, ...lines] = stderr.split('\n');
  expect(error).toBe('error: the tests fail against the mock as it is: it ended with the status 1');
  expect(lines.slice(0, 2)).toEqual(['  | the shop is open', expect.stringMatching(/^To see it: .* exam --once -- /)]);
  expect(lines[3]).toMatch(/ Or let them start it: .* exam --only ids -- env -u MOCK /);
});

test('its help shows where the command of the tests goes', async () => {
  const { stdout } = await runCommand(['exam', '--help']);
  expect(stdout).toMatch(/^Usage: animal-store-mock exam \[options\] -- <command>\n/);
});

test('a client that relies on the description alone works whatever varies, by many seeds', async () => {
  const mock = await startMock();
  const keys: Record<number, Readonly<Record<string, string>>> = {};
  for (let seed = 1; seed <= rounds(200); seed += 1) {
    keys[seed] = (await mock.session({ vary: seed, plans: { Free: { minute: 3 } } })).apiKeys;
  }
  const { stdout, failure } = await execute([process.execPath, '-e', CAREFUL], {
    input: '',
    env: { ANIMAL_STORE_BASE_URL: mock.baseUrl, SESSIONS: JSON.stringify(keys) },
    timeoutMs: 60_000,
  });
  await mock.close();
  expect([stdout, failure]).toEqual(['', undefined]);
});
