import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type StartedMock, startMock } from '../../mock';
import type { Program } from '../../openapi/program/testing/child';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { until } from '../../openapi/program/testing/until';
import { startCommand } from '../testing/command';

const KEY = 'demo-business';
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };

let mock: StartedMock;
const folder = temporaryFolder();
beforeAll(async () => {
  mock = await startMock();
});
afterAll(async () => {
  await mock.close();
});

/** Starts the command on a free port; `baseUrl` is what clients ask. */
async function started(...args: readonly string[]): Promise<Program & { readonly baseUrl: string }> {
  const program = startCommand(['proxy', '--port', '0', ...args], {});
  await until(() => program.written.stdout.includes('Stop with') || program.child.exitCode !== null);
  const [, baseUrl = ''] = /judged at (\S+)/.exec(program.written.stdout) ?? [];
  return { ...program, baseUrl };
}

test('what goes through is judged: a fault is a line as it comes, and stands in the reports once it is stopped', async () => {
  const out = join(folder, 'out');
  const proxy = await started('--target', mock.baseUrl, '--report-dir', out);
  expect(proxy.written.stdout).toMatch(
    /^Animal Store API 1\.0\.0 at http:\/\/127\.0\.0\.1:\d+\/v1, judged at http:\/\/127\.0\.0\.1:\d+\/v1\n/,
  );
  const send = (path: string, init: RequestInit = {}) => fetch(proxy.baseUrl + path, { headers, ...init });
  const body = '{"name":"Rex","categoryId":9007199254740993}';
  const made = await (await send('/pets', { method: 'POST', body })).text();
  expect(made).toContain('9007199254740993');
  expect((await send('/toys')).status).toBe(404);
  await mock.faults.add({ status: 500, times: 1 });
  expect((await send('/pets?limit=1')).status).toBe(500);
  await until(() => proxy.written.stdout.includes('VIOLATION'));
  expect(proxy.written.stdout).toContain(
    'VIOLATION reply.no-5xx listPets: the status 500; expected no status of 5xx (GET /pets?limit=1 → 500)\n',
  );
  proxy.child.kill('SIGINT');
  const { code, stdout, stderr } = await proxy.ended();
  expect(stdout).toMatch(/^FAIL: [12] violations?,.*3 requests|^FAIL: .*; 2 requests/m);
  expect(stdout).toContain('Forwarded and not judged: 1 of no operation.');
  expect(stdout).toContain('Authorization: Bearer $ANIMAL_STORE_API_KEY');
  expect(stdout).not.toContain(KEY);
  expect([code, stderr]).toEqual([1, '']);
  const report = readFileSync(join(out, 'report.json'), 'utf8');
  expect(report).toContain('"check": "reply.no-5xx"');
  expect(report).not.toContain(KEY);
});

test('--annotate names the fault in a header of the reply, and leaves the others as they are', async () => {
  const proxy = await started('--target', mock.baseUrl, '--annotate');
  const ask = () => fetch(`${proxy.baseUrl}/pets?limit=1`, { headers });
  expect((await ask()).headers.get('conformance-finding')).toBeNull();
  await mock.faults.add({ status: 500, times: 1 });
  const wrong = await ask();
  expect([wrong.status, wrong.headers.get('conformance-finding')]).toEqual([
    500,
    expect.stringMatching(/^reply\.no-5xx listPets/),
  ]);
  expect(await wrong.json()).toMatchObject({ status: 500 });
  proxy.child.kill('SIGTERM');
  expect((await proxy.ended()).code).toBe(1);
});

test('without a fault it ends with 0 on SIGTERM, and with 2 where nothing went through; a server that is not there is not accused', async () => {
  const nowhere = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => nowhere.once('listening', resolve));
  const address = nowhere.address();
  nowhere.close();
  const gone = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`;
  const [one, other] = await Promise.all([started('--target', mock.baseUrl, '--quiet=x'), started('--target', gone)]);
  expect((await one.ended()).code).toBe(2);
  expect((await fetch(`${other.baseUrl}/pets`)).status).toBe(502);
  await until(() => other.written.stderr !== '');
  expect(other.written.stderr).toBe(
    `${gone} can't be reached (ECONNREFUSED): the proxy answers with 502 itself, and judges nothing of it.\n`,
  );
  const lawful = await started('--target', mock.baseUrl);
  expect((await fetch(`${lawful.baseUrl}/pets`, { headers })).status).toBe(200);
  for (const { child } of [other, lawful]) child.kill('SIGTERM');
  const ends = await Promise.all([other.ended(), lawful.ended()]);
  expect(ends.map(({ code }) => code)).toEqual([2, 0]);
  expect(ends[0]?.stdout).toContain('1 answered by the proxy, as no server was there');
  expect(ends[1]?.stdout).toMatch(/^PASS: 0 violations/m);
});
