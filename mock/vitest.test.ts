import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../openapi/package/package-file';
import { temporaryFolder } from '../openapi/program/testing/folder';
import { startCommand } from './testing/command';

const adminToken = 'a-token-of-this-test';

const TESTS = `
import { describe } from 'vitest';
import { expect, test } from 'animal-store-contract/vitest';

const ask = (mock, session, path) =>
  fetch(mock.baseUrl + path, { headers: { authorization: 'Bearer ' + session.apiKeys.pro } });

for (const id of [1, 2])
  test.concurrent('test ' + id + ' sees its own animals', async ({ mock, session }) => {
    await session.restore({ records: { pets: [{ id, name: 'Rex', categoryId: 1 }] } });
    expect(await (await ask(mock, session, '/pets')).json()).toEqual([{ id, name: 'Rex', categoryId: 1 }]);
    expect(await session.requests()).toHaveLength(1);
  });

describe('with other options', () => {
  test.override({ sessionOptions: { fixtures: 'none' } });
  test('has no animals', async ({ mock, session }) => {
    expect(await (await ask(mock, session, '/pets')).json()).toEqual([]);
    expect(session.name).toBe('animals.test.js › with other options › has no animals');
  });
});

test.concurrent('fails', async ({ mock, session }) => {
  await ask(mock, session, '/pets/7');
  await ask(mock, session, '/pets?limit=0');
  expect(1).toBe(2);
});

test('fails without a request', ({ session }) => expect(session.id).toBe(''));

test('has the mock that it was given', ({ mock }) => expect(mock.baseUrl).toBe(process.env.EXPECTED ?? mock.baseUrl));
`;

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** What became of each test, and what Vitest printed on the way. */
async function run(variables: NodeJS.ProcessEnv, provided: object = {}): Promise<{ results: object; printed: string }> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packageFile('.'), join(folder, 'node_modules/animal-store-contract'));
  symlinkSync(packageFile('node_modules/vitest'), join(folder, 'node_modules/vitest'));
  writeFileSync(join(folder, 'animals.test.js'), TESTS);
  const report = join(folder, 'report.json');
  const config = { test: { provide: provided, reporters: ['default', 'json'], outputFile: report } };
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
  const { MOCK: _, JEST_WORKER_ID: __, VITEST: ___, ...others } = process.env;
  const printed = await new Promise<string>((resolve) => {
    const options = { cwd: folder, env: { ...others, NO_COLOR: '1', ...variables } };
    execFile(process.execPath, [packageFile('node_modules/vitest/vitest.mjs'), 'run'], options, (_error, ...output) =>
      resolve(output.join('')),
    );
  });
  // Vitest writes Jest's form.
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  return { results: Object.fromEntries(results.map(({ title, status }) => [title, status])), printed };
}

const EXPECTED = {
  'test 1 sees its own animals': 'passed',
  'test 2 sees its own animals': 'passed',
  'has no animals': 'passed',
  fails: 'failed',
  'fails without a request': 'failed',
  'has the mock that it was given': 'passed',
};

test('in Vitest each test has a session, and a failed one prints the requests of it', async () => {
  const { results, printed } = await run({});
  expect(results).toEqual(EXPECTED);
  expect(printed).toMatch(
    /^animals\.test\.js › fails: its requests to the mock, newest first:\n\S+ GET \/v1\/pets\?limit=0 400 .+\n\S+ GET \/v1\/pets\/7 200$/m,
  );
  expect(printed).toMatch(/^animals\.test\.js › fails without a request: no request has reached its session\./m);
});

test('in Vitest the tests share a mock that already runs: the configuration names one before the variable', async () => {
  const mock = await startCommand(['--log', 'silent', '--admin-token', adminToken]);
  const { origin } = new URL(mock.baseUrl);
  const variables = { MOCK: 'http://127.0.0.1:9', ANIMAL_STORE_ADMIN_TOKEN: adminToken, EXPECTED: mock.baseUrl };
  expect((await run(variables, { mockUrl: origin })).results).toEqual(EXPECTED);
  const headers = { authorization: `Bearer ${adminToken}` };
  expect(await (await fetch(`${origin}/__admin/sessions`, { headers })).json()).toEqual([]);
  await mock.stop();
});
