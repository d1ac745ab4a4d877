/** The samples of `docs/traffic.md`. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInShell, startCommand } from '../../conformance/testing/command';
import { harText, recorded } from '../../conformance/testing/har';
import { type StartedMock, startMock } from '../../mock';
import { packageFile } from '../../openapi/package/package-file';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { sampleOf } from '../../openapi/program/testing/samples';
import { until } from '../../openapi/program/testing/until';

let mock: StartedMock;
const folder = temporaryFolder();
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

test('a recording is judged', async () => {
  const headers = { authorization: 'Bearer demo-business' };
  writeFileSync(join(folder, 'session.har'), harText([await recorded(mock.baseUrl, { path: '/pets', headers })]));
  const judge = sampleOf('judge-har');
  expect(judge).toMatch(/^npx animal-store-conformance judge /);
  const line = judge
    .replace('npx animal-store-conformance', '"$@"')
    .replace('https://staging.example/v1', mock.baseUrl);
  const { code, stdout } = await runInShell(`cd ${folder}; ${line}`, []);
  expect(stdout).toMatch(/^PASS: 0 violations.*1 request /m);
  expect(code).toBe(0);
});

test('a proxy judges what goes through it', async () => {
  const [npx, name, ...args] = sampleOf('judge-proxy')
    .trim()
    .replace('http://127.0.0.1:4010/v1', mock.baseUrl)
    .split(' ');
  expect([npx, name]).toEqual(['npx', 'animal-store-conformance']);
  // The port of the page may be taken on this machine.
  const proxy = startCommand([...args, '--port', '0'], {});
  await until(() => proxy.written.stdout.includes('Stop with') || proxy.child.exitCode !== null);
  const [, baseUrl = ''] = /judged at (\S+)/.exec(proxy.written.stdout) ?? [];
  expect((await fetch(`${baseUrl}/pets`, { headers: { authorization: 'Bearer demo-business' } })).status).toBe(200);
  proxy.child.kill('SIGINT');
  const { code, stdout } = await proxy.ended();
  expect(stdout).toMatch(/^PASS: 0 violations/m);
  expect(code).toBe(0);
});

test('the test with the matcher passes', async () => {
  const sample = sampleOf('matchers');
  const matchers = packageFile('dist/lib/matchers.js');
  const text = sample
    .replace("require('animal-store-contract/matchers')", `require('${matchers}')`)
    .replace('http://127.0.0.1:4010/v1', mock.baseUrl);
  const file = join(folder, 'conform.test.js');
  writeFileSync(file, text);
  const config = { rootDir: folder, testMatch: [file], transform: {} };
  const jest = [require.resolve('jest/bin/jest'), '--config', JSON.stringify(config)];
  const env = { ...process.env, ANIMAL_STORE_API_KEY: 'demo-business' };
  const { stderr } = await promisify(execFile)(process.execPath, jest, { env });
  expect(stderr).toContain('1 passed, 1 total');
});
