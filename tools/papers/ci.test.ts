import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { readAction } from '../../conformance/action/testing/runner';
import { type StartedMock, startMock } from '../../mock';
import { packageFile } from '../../openapi/package/package-file';
import { runBash } from '../../openapi/program/testing/child';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { sampleOf } from '../../openapi/program/testing/samples';
import { freePort } from '../bench/redis-server';

/** What has to be there for the examples, each value somewhere in it. */
interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}

let mock: StartedMock;
let folder: string;
beforeAll(async () => {
  mock = await startMock({ planLimits: false });
});
afterAll(() => mock.close());
beforeEach(() => {
  folder = temporaryFolder();
});

/** Has bash run it, in an empty folder, where `npx` and `node_modules/.bin` lead to the built commands and a run is short. */
async function run(script: string, env: NodeJS.ProcessEnv = {}): Promise<{ code: number | null; printed: string }> {
  writeFileSync(
    join(folder, 'npx'),
    `#!/bin/sh\ncommand=$1\nshift\nexec node "${packageFile('dist/bin')}/$command.js" "$@"\n`,
    {
      mode: 0o755,
    },
  );
  const programs = join(folder, 'node_modules/.bin');
  mkdirSync(programs, { recursive: true });
  symlinkSync(packageFile('dist/bin/animal-store-mock.js'), join(programs, 'animal-store-mock'));
  writeFileSync(join(folder, 'short.json'), '{"maxRequests":20,"checks":["list.page-size","missing"]}');
  return runBash(
    ['-eo', 'pipefail', '-c', script],
    {
      ...process.env,
      PATH: `${folder}:${process.env.PATH}`,
      ANIMAL_STORE_CONFIG: join(folder, 'short.json'),
      ANIMAL_STORE_API_KEY: 'demo-business',
      BASE_URL: mock.baseUrl,
      ...env,
    },
    folder,
  );
}

const command = (script: string | undefined): string => {
  expect(script).toMatch(/^npx animal-store-conformance /);
  return script ?? '';
};

test('GitHub, with the action: its inputs are those that the action has', () => {
  // The page's own text, whose form the next lines see.
  const { jobs } = load(sampleOf('github-action')) as { jobs: { conformance: { steps: readonly Step[] } } };
  const step = jobs.conformance.steps.at(-1);
  expect(step?.uses).toBe('./node_modules/animal-store-contract/conformance/action');
  expect(existsSync(packageFile('conformance/action/action.yml'))).toBe(true);
  const { inputs, outputs } = readAction(packageFile('conformance/action/action.yml'));
  expect(Object.keys(inputs)).toEqual(
    expect.arrayContaining([...Object.keys(step?.with ?? {}), 'start-mock', 'mock-args']),
  );
  expect(Object.keys(outputs)).toEqual(['verdict', 'report-dir', 'base-url']);
});

test('GitHub, by hand: the reports are where the steps behind it look for them', async () => {
  const { steps } = load(sampleOf('github-steps')) as { steps: readonly Step[] };
  const summary = join(folder, 'summary');
  const { code, printed } = await run(command(steps[0]?.run), { GITHUB_STEP_SUMMARY: summary });
  expect([code, printed]).toEqual([0, expect.stringMatching(/^::stop-commands::([\w-]+)\n.*\n::\1::\n$/s)]);
  expect(steps[1]?.with?.path).toBe('reports');
  expect(readdirSync(join(folder, 'reports')).sort()).toEqual([
    'junit.xml',
    'report.html',
    'report.json',
    'report.sarif',
  ]);
  expect(existsSync(join(folder, steps[2]?.with?.sarif_file ?? ''))).toBe(true);
  expect(readFileSync(summary, 'utf8')).toMatch(/^## INCONCLUSIVE: /);
});

test('GitLab: the report of the tests is where it is said to be', async () => {
  const { conformance } = load(sampleOf('gitlab')) as {
    conformance: { script: readonly string[]; artifacts: { paths: readonly string[]; reports: { junit: string } } };
  };
  const { code } = await run(command(conformance.script[1]));
  expect(code).toBe(0);
  const { paths, reports } = conformance.artifacts;
  expect([...paths, reports.junit].map((path) => existsSync(join(folder, path)))).toEqual([true, true]);
});

test('Jenkins: the report of the tests is where it is said to be', async () => {
  const script = sampleOf('jenkins');
  const { code } = await run(command(/sh '(npx .*)'/.exec(script)?.[1]));
  expect(code).toBe(0);
  expect(readdirSync(join(folder, 'reports')).sort()).toEqual(['junit.xml', 'report.html']);
  expect(script).toContain("junit 'reports/junit.xml'");
});

test('any CI server: the reports are written', async () => {
  const { code } = await run(command(sampleOf('ci-run')));
  expect(code).toBe(0);
  expect(readdirSync(join(folder, 'reports')).sort()).toEqual(['junit.xml', 'report.html']);
});

test('the mock in a job: it has ended when the job has', async () => {
  const script = sampleOf('ci-mock');
  expect(script.match(/4010/g)).toHaveLength(3);
  // The port of the page may be taken on this machine.
  const port = await freePort();
  const { code, printed } = await run(script.replaceAll('4010', String(port)));
  expect([code, printed]).toEqual([0, expect.stringContaining('mocked at http://127.0.0.1:')]);
  expect(readdirSync(join(folder, 'reports'))).toEqual(['junit.xml']);
  // A signal to `npx` ends only npm's shell.
  expect(script).not.toMatch(/npx .*&$/m);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed');
});
