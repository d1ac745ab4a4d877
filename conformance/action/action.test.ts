import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import type { Running } from '../../tools/selftest/server/server';
import { startServer } from '../../tools/selftest/server/server';
import { readAction, runAction } from './testing/runner';

const FILE = join(__dirname, 'action.yml');

let folder: string;
let faulty: Running;
beforeAll(async () => {
  faulty = await startServer({ filter: (animals) => animals });
});
afterAll(() => faulty.close());
beforeEach(() => {
  folder = temporaryFolder();
});

test('no input gets into a script but by a variable, and each input and output is described', () => {
  const { runs, inputs, outputs } = readAction(FILE);
  expect(runs.using).toBe('composite');
  for (const { run, shell } of runs.steps.filter((step) => step.run !== undefined)) {
    expect(run).not.toContain('${{');
    expect(shell).toBe('bash');
  }
  const used = JSON.stringify(runs.steps).match(/(?<=inputs\.)[\w-]+/g) ?? [];
  expect([...new Set(used)].sort()).toEqual(Object.keys(inputs).sort());
  expect(Object.keys(outputs)).toEqual(['verdict', 'report-dir', 'base-url']);
  expect(runs.steps.map(({ uses }) => uses).filter(Boolean)).toEqual(['actions/upload-artifact@v4']);
});

test('it starts the mock, judges it, keeps the reports, and stops the mock', async () => {
  const { steps, outputs, summary } = await runAction(
    FILE,
    {
      'start-mock': 'true',
      'mock-args': '--plan-limits=off\n\n--log=silent\n',
      'api-key': 'demo-business',
      args: '--checks=list\n--max-requests=40',
    },
    folder,
  );
  expect(steps.map(({ name, code }) => [name, code])).toEqual([
    ['Start the mock', 0],
    ['Judge the server', 0],
    ['Keep the reports', 0],
    ['Stop the mock', 0],
  ]);
  expect(outputs).toEqual({
    verdict: 'pass',
    'report-dir': 'conformance-report',
    'base-url': expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
  });
  expect(steps[2]?.given).toMatchObject({ name: 'conformance-report', path: 'conformance-report' });
  expect(readdirSync(join(folder, 'conformance-report')).sort()).toEqual(['junit.xml', 'report.html', 'report.json']);
  expect(summary).toMatch(/^## PASS: /);
  await expect(fetch(outputs['base-url'] ?? '')).rejects.toThrow();
});

test('it fails where a violation is found, with an annotation and without the key', async () => {
  const { steps, outputs, summary } = await runAction(
    FILE,
    { 'base-url': faulty.baseUrl, 'api-key': faulty.keys.main, args: '--checks=list.filter', artifact: 'none' },
    folder,
  );
  expect(steps.map(({ name, code }) => [name, code])).toEqual([['Judge the server', 1]]);
  expect(outputs).toMatchObject({ verdict: 'fail', 'base-url': faulty.baseUrl });
  expect(steps[0]?.printed).toMatch(/^::error title=list\.filter%3A listPets::A filter leaves /m);
  expect(summary).toMatch(/^## FAIL: /);
  expect(steps[0]?.printed + summary).not.toContain(faulty.keys.main);
});

test('what stands in an input is not run', async () => {
  const { steps, outputs } = await runAction(
    FILE,
    {
      'base-url': '$(touch base)"; touch base #',
      'fail-on': '`touch fail`',
      args: '--seed=$(touch args)\n; touch args',
      'report-dir': '$(touch dir)',
    },
    folder,
  );
  expect(steps.map(({ code }) => code)).toEqual([2, 0]);
  expect(outputs).toMatchObject({ verdict: 'error', 'report-dir': '$(touch dir)' });
  expect(['base', 'fail', 'args', 'dir'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
});

test('a mock that does not start is told, with its own words', async () => {
  const { steps, outputs } = await runAction(FILE, { 'start-mock': 'true', document: 'no/such.yaml' }, folder);
  expect(steps.map(({ name, code }) => [name, code])).toEqual([
    ['Start the mock', 2],
    ['Keep the reports', 0],
    ['Stop the mock', 0],
  ]);
  expect(steps[0]?.printed).toMatch(/no\/such\.yaml.*\n::error title=no mock::/s);
  expect(outputs).toMatchObject({ verdict: '' });
  const log = readFileSync(join(folder, 'animal-store-mock.log'), 'utf8');
  expect(log).toMatch(/^error: /);
});
