import { startMock } from '../../mock';
import type { Contract } from '../../openapi/contract';
import { CHECKS } from '../checks';
import { ofRun } from '../report/content/context';
import { redactor } from '../report/content/redact';
import { jsonReport } from '../report/json';
import { run } from '../run/run';
import { shippedContract } from '../testing/contract';
import { optionsFor } from '../testing/options';
import { verdictOf } from '../verdict/result';
import { createJudging, type Judging } from './judging';
import { originOf, type Relay, startRelay } from './relay';

const SILENT = { onProgress: () => {}, onWait: () => {} };

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

/** A proxy in this thread. */
async function between(baseUrl: string): Promise<{ relay: Relay; judging: Judging; baseUrl: string; found: string[] }> {
  const found: string[] = [];
  const judging = createJudging(contract, { baseUrl, isAlone: true }, (_, broken) => {
    found.push(...broken.map(({ rule, operation, breach }) => `${rule.id} ${operation.id}: ${breach.actual}`));
  });
  const origin = originOf(baseUrl, { ca: undefined, insecure: false });
  const relay = await startRelay({ host: '127.0.0.1', port: 0, origin, hostHeader: undefined }, (batch) => {
    judging.take(batch);
    relay.acknowledge(batch.observed.length);
  });
  return { relay, judging, found, baseUrl: `http://127.0.0.1:${relay.port}${new URL(baseUrl).pathname}` };
}

const KEYS = { main: 'demo-business', limit: 'demo-free' };

/** What the suite says of a server, but for what differs from one run to the next. */
async function said(baseUrl: string, more: Parameters<typeof optionsFor>[1] = {}) {
  const options = optionsFor(baseUrl, { keys: KEYS, parallel: 1, examples: 5, ...more });
  const result = await run(contract, CHECKS, options, SILENT);
  const report = jsonReport({
    ...ofRun(contract, options),
    result,
    verdict: verdictOf(result, { failOn: [] }),
    tool: { name: 'the suite', version: '0' },
    redact: redactor(KEYS, []),
  });
  return report
    .replaceAll(new URL(baseUrl).host, 'host')
    .replaceAll(/"(startedAt|date)": ".*?"|"(milliseconds)": [\d.]+/g, '$1$2')
    .replaceAll(/("x-ratelimit-reset": )"\d+"/g, '$1');
}

test('the suite says the same of the mock through the proxy, and the mock remembers the same; nothing is found on the way', async () => {
  const [one, other] = await Promise.all([startMock(), startMock()]);
  const proxy = await between(other.baseUrl);
  const direct = await said(one.baseUrl);
  const through = await said(proxy.baseUrl);
  await proxy.relay.close();
  expect(through).toBe(direct);
  expect(direct).toContain('"verdict": "pass"');
  const ledgers = await Promise.all(
    [one, other].map(async ({ allowances }) =>
      JSON.stringify(await allowances.list()).replaceAll(/"(resetAt|bannedUntil)":".*?"/g, '$1'),
    ),
  );
  expect(ledgers[1]).toBe(ledgers[0]);
  await Promise.all([one.close(), other.close()]);
  expect(proxy.found).toEqual([]);
  const { requests, findings, cells } = proxy.judging.result();
  expect([findings, requests > 200]).toEqual([[], true]);
  expect(cells.find(({ check }) => check === 'records.kept')?.outcome).toBe('pass');
});

test('of a faulty server it says the same through the proxy, which finds the fault, too', async () => {
  const [one, other] = await Promise.all([startMock(), startMock()]);
  for (const mock of [one, other]) await mock.faults.add({ operationId: 'getPet', status: 500 });
  const proxy = await between(other.baseUrl);
  const chosen = { operations: ['getPet'], checks: ['reply'] };
  const direct = await said(one.baseUrl, chosen);
  const through = await said(proxy.baseUrl, chosen);
  await proxy.relay.close();
  await Promise.all([one.close(), other.close()]);
  expect(through).toBe(direct);
  expect(direct).toContain('"verdict": "fail"');
  expect(proxy.found).toContain('reply.no-5xx getPet: the status 500');
});
