import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '../openapi/program/testing/child';
import { temporaryFolder } from '../openapi/program/testing/folder';
import type { Running } from '../tools/selftest/server/server';
import { startServer } from '../tools/selftest/server/server';
import { judgedOutline } from './jest/testing/environment';

const ROOT = join(__dirname, '..');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');

/** A test as Jest reports it. */
interface Reported {
  readonly ancestorTitles: readonly [string];
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'pending';
  readonly failureMessages: readonly string[];
}

interface Report {
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly [{ readonly assertionResults: readonly Reported[] }];
}

const folder = temporaryFolder();
let lawful: Running;
let faulty: Running;
beforeAll(async () => {
  lawful = await startServer({});
  // Every record is listed, whatever the filter.
  faulty = await startServer({ filter: (animals) => animals });
});
afterAll(async () => {
  await Promise.all([lawful.close(), faulty.close()]);
});

/** Runs Jest to its end, in a process of its own, with this configuration. */
async function runJest(name: string, config: object, env: NodeJS.ProcessEnv) {
  const [file, output] = [join(folder, `${name}.json`), join(folder, `${name}.out.json`)];
  writeFileSync(file, JSON.stringify(config));
  const { ANIMAL_STORE_API_KEY: _, ANIMAL_STORE_LIMIT_KEY: __, BASE_URL: ___, ...clean } = process.env;
  const args = ['--rootDir', ROOT, '--selectProjects', 'conformance', '--json', '--outputFile', output, '-i'];
  const { child, ended } = startProgram(JEST, args, { ...clean, ANIMAL_STORE_CONFIG: file, ...env });
  child.stdin.end();
  const { code } = await ended();
  const report = JSON.parse(readFileSync(output, 'utf8')) as Report;
  const tests = report.testResults[0].assertionResults;
  return {
    code,
    report,
    tests,
    of: (id: string) => tests.filter((one) => one.ancestorTitles[0].startsWith(`${id}: `)),
  };
}

const OPTIONS = { checks: ['list.filter', 'limits', 'allowance.refused', 'reply.json'], maxRequests: 40, parallel: 0 };

test('what was not judged is skipped, with the reason in its title, and what was is not', async () => {
  const { code, report, tests, of } = await runJest('lawful', OPTIONS, {
    BASE_URL: lawful.baseUrl,
    ANIMAL_STORE_API_KEY: lawful.keys.main,
  });
  expect(code).toBe(0);
  expect(of('limits.enforced').map(({ title, status }) => [status, title])).toEqual([
    [
      'pending',
      'any operation — not judged: there is no key whose allowance may be used up: "limitKey" in conformance.config.json',
    ],
  ]);
  const limits = tests.filter(({ ancestorTitles: [title] }) => title.startsWith('limits.'));
  expect(limits.map(({ status }) => status)).toEqual(limits.map(() => 'pending'));
  expect(limits.length).toBeGreaterThan(4);
  expect(of('created.echoed')[0]?.title).toBe('any operation — not judged: the options leave it out');
  expect(of('list.filter').map(({ title, status }) => [title, status])).toEqual([['listPets', 'passed']]);
  expect(of('reply.json').map(({ status }) => status)).toEqual(of('reply.json').map(() => 'passed'));
  const whole = tests.filter(({ ancestorTitles: [title] }) => title === 'the run as a whole');
  expect(whole.map(({ title, status }) => [status, title])).toEqual([
    ['passed', expect.stringMatching(/^pass: (\d+) of \1 cells judged \(100 %\), by \d+ requests$/)],
    ['pending', expect.stringMatching(/^of the mock .* — not judged: another server was judged$/)],
  ]);
  expect(report.numPendingTests).toBe(tests.filter(({ status }) => status === 'pending').length);
});

test('a test fails where the server is at fault, and shows what a developer needs', async () => {
  const { baseUrl, keys } = faulty;
  const { code, report, of } = await runJest('faulty', { ...OPTIONS, baseUrl, apiKey: keys.main, minJudged: 1 }, {});
  expect(code).toBe(1);
  expect(report.numFailedTests).toBe(2);
  const [failed] = of('list.filter');
  expect(failed?.status).toBe('failed');
  const text = failed?.failureMessages.join('\n') ?? '';
  expect(text).toMatch(/^contract {2}\S.*\n {10}\S*openapi\/animal-store\.yaml#\/paths\/~1pets\/get/);
  expect(text).toMatch(/\nexpected {2}.+\nactual {4}.+\nagain {5}curl -i /);
  expect(text).toContain(baseUrl);
  expect(text).not.toContain(keys.main);
});

test('where nothing could be judged, one test says why', async () => {
  expect(await judgedOutline({ BASE_URL: 'ftp://a.example' })).toEqual([
    {
      title: 'the run as a whole',
      tests: [
        { title: 'judges the server', failure: expect.stringMatching(/Expected a URL such as http:.*\(see --help\)$/) },
      ],
    },
  ]);
});
