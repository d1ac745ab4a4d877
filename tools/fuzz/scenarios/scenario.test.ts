import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTROL_DOCUMENT, type Contract, loadContract, SHIPPED_DOCUMENT } from '../../../openapi/contract';
import { creation } from '../http/conforming';
import { encode } from '../http/request';
import type { Setting } from '../model';
import { FuzzError, type RunningMock } from '../target/mock';
import { issueKeys } from '../target/secrets';
import { SCENARIOS } from './index';
import { endGently, runScenarios, type Scenario, unlessServed } from './scenario';

let control: Contract;
let folder = '';
let memory = {};
/** The health alone is asked for. */
const server = createServer((_, response) => response.end(JSON.stringify({ memory })));
beforeAll(async () => {
  control = await loadContract(CONTROL_DOCUMENT);
  folder = mkdtempSync(join(tmpdir(), 'fuzz-scenarios-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const setting = (): Setting => ({
  ...{ document: 'a.yaml', contract: control, control, keys: issueKeys(folder, control, 1) },
  ...{ seed: 1, stall: 100, progress: () => {} },
});

/** A mock that ends as it is told here. */
function running(isAlive: boolean, ended: number | 'killed' | 'alive'): RunningMock {
  // True of every server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const code = typeof ended === 'number' ? ended : null;
  const exit: RunningMock['exit'] = ended === 'alive' ? new Promise(() => {}) : Promise.resolve({ code, signal: null });
  return { host: '127.0.0.1', port, pid: process.pid, log: null, isAlive: () => isAlive, signal: () => {}, exit };
}

describe('the end of a mock in a scenario', () => {
  test.each<[string, boolean, number | 'killed' | 'alive', readonly string[]]>([
    ['well', true, 0, []],
    ['not at all', true, 'alive', ['SIGTERM has not ended it in 50 ms']],
    ['by the signal', true, 'killed', ['SIGTERM ended it with killed']],
    ['with a status', true, 1, ['SIGTERM ended it with 1']],
    ['before it was asked to', false, 1, ['it was gone before its end: 1']],
  ])('%s', async (_, isAlive, ended, complaints) => {
    memory = { mostBytes: 2 ** 40 };
    expect(await endGently(setting(), running(isAlive, ended), 50)).toEqual(complaints);
  });

  test('with more memory than it states', async () => {
    memory = { mostBytes: 2 ** 20 };
    const [complaint] = await endGently(setting(), running(true, 0));
    expect(complaint).toMatch(/^it took \d+ MiB, and states 1 MiB at the most$/);
  });
});

test('replies that are no success are counted', () => {
  expect(unlessServed('then', [200, 204, 507], [507])).toEqual([]);
  expect(unlessServed('then', [200, 500, 0, 500])).toEqual(['then: 3 of 4 requests got 500, 0']);
});

test('a request that adds a record is made of the document', async () => {
  expect(creation({ ...control, resources: [] }, 'a')).toBeUndefined();
  const request = creation(await loadContract(SHIPPED_DOCUMENT), 'a-key', 3);
  const lines = request === undefined ? [] : encode(request).toString().split('\r\n');
  expect(lines[0]).toBe('POST /v1/pets HTTP/1.1');
  expect(lines).toContain('Authorization: Bearer a-key');
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ name: 'Biscuit', categoryId: 1, status: 'available' });
});

test('what a scenario complains of is a finding with the command that repeats it', async () => {
  const fail = () => Promise.reject(new FuzzError('it did not start'));
  const scenarios: readonly Scenario[] = [
    { name: 'one', title: 'complains', run: async () => ['it was slow'] },
    { name: 'two', title: 'fails', run: fail },
  ];
  const told: string[] = [];
  const findings = await runScenarios({ ...setting(), progress: (doing) => told.push(doing) }, folder, scenarios);
  expect(told).toEqual(['complains', 'fails']);
  expect(findings.map(({ law, attack, what, again }) => [law, attack, what, ...again])).toEqual([
    ['process', 'one', 'it was slow', 'npm run fuzz -- --seed 1 --only one --document a.yaml'],
    ['process', 'two', 'it did not start', 'npm run fuzz -- --seed 1 --only two --document a.yaml'],
  ]);
});

test('scenarios have names of their own', () => {
  const names = SCENARIOS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
