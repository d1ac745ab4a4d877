import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute } from '../../openapi/program/execute';
import { runBash } from '../../openapi/program/testing/child';
import { rounds } from '../../openapi/program/testing/long';
import { sampleOf } from '../../openapi/program/testing/samples';
import { startMock } from '../index';
import { COMMAND, runCommand } from '../testing/command';
import { CAREFUL, CARELESS } from './testing/clients';

const folder = mkdtempSync(join(tmpdir(), 'exam-'));
const RELIED_ON = ['list.order', 'record.optional', 'ids', 'retry-after', 'record.further'];

test('a client that was written carelessly gets a list of what it relies on', async () => {
  const report = join(folder, 'careless.json');
  const ids = [...RELIED_ON, 'json.spacing', 'error.message', 'windows'];
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

test('the sample shows what it prints', async () => {
  const { stdout } = await runCommand([
    ...['exam', '--only', 'list.order', '--seeds', '0', '--', process.execPath, '-e', CARELESS],
  ]);
  expect(stdout.trimEnd()).toBe(sampleOf('exam').trimEnd());
});

test('a mock that the tests start inside their program follows the choices, too', async () => {
  const program = `
    const { startMock } = require(${JSON.stringify(join(__dirname, '../../dist/lib/index.js'))});
    startMock().then(async (mock) => {
      const list = await (await mock.fetch('/v1/pets', { headers: { authorization: 'Bearer demo-free' } })).json();
      await mock.close();
      process.exitCode = list[0].id === 1 ? 0 : 1;
    });`;
  const { code, stdout } = await runCommand([
    ...['exam', '--only', 'list.order', 'charset', '--seeds', '0', '--', process.execPath, '-e', program],
  ]);
  expect(stdout).toMatch(/^The tests rely on 1 thing that the document leaves open:\n\n {2}list\.order: /);
  expect(code).toBe(1);
});

test('tests that open sessions themselves, and then end or reset what they used, are examined like others', async () => {
  const program = `
    const url = process.env.ANIMAL_STORE_BASE_URL;
    const control = (method, path) => fetch(new URL('/__admin/' + path, url), { method });
    (async () => {
      const { id, apiKeys } = await (await control('POST', 'sessions')).json();
      const [key] = Object.values(apiKeys);
      const list = await (await fetch(url + '/pets', { headers: { authorization: 'Bearer ' + key } })).json();
      await control('DELETE', 'sessions/' + id);
      await control('POST', 'reset');
      process.exitCode = list[0].id === 1 ? 0 : 1;
    })();`;
  const { code, stdout, stderr } = await runCommand([
    ...['exam', '--only', 'list.order', '--seeds', '0', '--', process.execPath, '-e', program],
  ]);
  expect([stderr, stdout]).toEqual([expect.not.stringContaining('error'), expect.stringContaining('list.order: ')]);
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
  expect(printed).toMatch(
    /^Interrupted after 1 run\.\n1 of 5 {2}as it is … passed .* s\n2 of 5 {2}list\.order newest-first … interrupted\n$/,
  );
  expect(code).toBe(130);
});

test.each([
  [['exam'], /^error: exam needs the command of the tests behind --, such as: exam -- npm test\n$/],
  [
    ['exam', '--', process.execPath, '-e', '0'],
    /error: the tests sent no request to the mock\. .* ANIMAL_STORE_BASE_URL .*: exam --port 4010 -- <command>\n$/,
  ],
  [
    ['exam', '--', join(folder, 'no-such-program')],
    /error: the tests fail against the mock as it is: it can't be run: .*ENOENT\n$/,
  ],
  [
    ['exam', '--only', 'list.odor', '--', 'true'],
    /^error: --only: there is no unspecified behaviour "list\.odor"; did you mean "list\.order"\?\n$/,
  ],
])('%j can say nothing, and says why', async (args, message) => {
  const { code, stderr } = await runCommand(args);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
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
