import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../openapi/package/package-file';
import { temporaryFolder } from '../openapi/program/testing/folder';
import { startCommand } from './testing/command';
import { installPackage } from './testing/installed';

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

test.fails('fails as expected', ({ session }) => expect(session.id).toBe(''));

test('fails without a request', ({ session }) => expect(session.id).toBe(''));

test('has the mock that it was given', ({ mock }) => expect(mock.baseUrl).toBe(process.env.GIVEN));
`;

const OTHER_TESTS = `
import { expect, test } from 'animal-store-contract/vitest';

test.override({ mockUrl: undefined });
test('a worker starts its own', async ({ mock, session }) => {
  expect(mock.baseUrl).not.toBe(process.env.GIVEN);
  const headers = { authorization: 'Bearer ' + session.apiKeys.pro };
  expect((await fetch(mock.baseUrl + '/pets', { headers })).status).toBe(200);
});
`;

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

test('each test of Vitest has a session of the mock that is given, and prints its requests if it fails', async () => {
  const mock = await startCommand(['--log', 'silent', '--admin-token', adminToken]);
  const { origin } = new URL(mock.baseUrl);
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  installPackage(join(folder, 'node_modules'));
  symlinkSync(packageFile('node_modules/vitest'), join(folder, 'node_modules/vitest'));
  writeFileSync(join(folder, 'animals.test.js'), TESTS);
  writeFileSync(join(folder, 'own.test.js'), OTHER_TESTS);
  const outputFile = join(folder, 'report.json');
  const config = { test: { provide: { mockUrl: origin }, reporters: ['default', 'json'], outputFile } };
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);

  const { JEST_WORKER_ID: _, ...others } = process.env;
  const given = { MOCK: 'http://127.0.0.1:9', ANIMAL_STORE_ADMIN_TOKEN: adminToken, GIVEN: mock.baseUrl };
  const printed = await new Promise<string>((resolve) => {
    const options = { cwd: folder, env: { ...others, NO_COLOR: '1', ...given } };
    const vitest = [packageFile('node_modules/vitest/vitest.mjs'), 'run'];
    execFile(process.execPath, vitest, options, (_error, ...output) => resolve(output.join('')));
  });

  // Vitest documents the form of its report, which is Jest's.
  const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8')) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  // The files run side by side, and are reported as they end.
  const byTitle = new Map(results.map(({ title, status }) => [title, status]));
  expect(byTitle).toEqual(
    new Map([
      ['test 1 sees its own animals', 'passed'],
      ['test 2 sees its own animals', 'passed'],
      ['has no animals', 'passed'],
      ['fails', 'failed'],
      ['fails as expected', 'passed'],
      ['fails without a request', 'failed'],
      ['has the mock that it was given', 'passed'],
      ['a worker starts its own', 'passed'],
    ]),
  );
  const [, , newest, oldest] = /^(animals.test.js › fails: its requests .*)\n(.*)\n(.*)$/m.exec(printed) ?? [];
  expect(newest).toMatch(/^\S+ GET \/v1\/pets\?limit=0 400 .+$/);
  expect(oldest).toMatch(/^\S+ GET \/v1\/pets\/7 200$/);
  expect(printed).toMatch(/^animals\.test\.js › fails without a request: no request has reached its session\./m);
  expect(printed).not.toContain('fails as expected:');

  const headers = { authorization: `Bearer ${adminToken}` };
  expect(await (await fetch(`${origin}/__admin/sessions`, { headers })).json()).toEqual([]);
  await mock.stop();
});
