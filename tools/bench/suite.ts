import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, CONNECTIONS } from './bench';
import { takeTurns } from './load';
import { BenchError, type Figures, type Measured } from './model';
import { startServer } from './processes';
import { bareNode, mock, proxy, SUITE } from './servers';

/** The proxy of the suite between a client and bare `node:http`, beside the same without it. */
export async function measureProxy(bench: Bench): Promise<readonly Measured[]> {
  const { subject, replies, lengths, processes, progress } = bench;
  const { contract, first } = subject;
  const node = bareNode(contract, await replies(), join(processes.folder, 'proxied.json'));
  const direct = await startServer(processes, node, first);
  const proxied = await startServer(processes, proxy(direct.baseUrl, contract), first);
  const requests = subject.scenarios.filter(({ id }) => id === 'get').map(({ request }) => request);
  const measured: Measured[] = [];
  for (const connections of [CONNECTIONS, 1]) {
    const [without = [], through = []] = await takeTurns(
      [direct, proxied].map((server) => ({ servers: [server], requests, connections })),
      lengths.traffic,
      (round) => progress(`proxy, connections: ${connections}, round ${round + 1} of ${lengths.traffic.rounds}`),
    );
    measured.push({ part: 'proxy', server: 'proxy', size: connections, rounds: through });
    measured.push({ part: 'proxy', server: 'node', size: connections, rounds: without });
  }
  await proxied.end();
  await direct.end();
  return measured;
}

/** Full runs of the conformance suite, each against a new mock, whose keys have their whole allowance. */
export async function measureSuite(bench: Bench): Promise<readonly Measured[]> {
  const rounds: Figures[] = [];
  for (let round = 0; round < bench.lengths.suite; round += 1) {
    bench.progress(`suite, ${round + 1} of ${bench.lengths.suite}`);
    rounds.push({ round, ...(await runSuite(bench, join(bench.processes.folder, `suite-${round}`))) });
  }
  return [{ part: 'suite', server: 'mock', rounds }];
}

async function runSuite({ subject, processes }: Bench, folder: string): Promise<Pick<Figures, 'time' | 'requests'>> {
  const { contract, keys, first } = subject;
  // The limits are on, since the suite checks them. The log is off, since the suite provokes errors.
  const server = await startServer(processes, mock(contract, ['--log', 'silent']), first);
  mkdirSync(folder);
  const begun = performance.now();
  const target = ['--base-url', server.baseUrl, '--api-key', keys.main, '--limit-key', keys.limit];
  const suite = processes.start([SUITE, ...target, '--report', 'json', '--report-dir', folder, '--quiet']);
  const [code] = await once(suite.child, 'exit');
  const time = performance.now() - begun;
  await server.end();
  if (code !== 0) throw new BenchError(`the conformance suite ended with ${code} on the mock: ${suite.complaint()}`);
  const { requests } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as { requests: number };
  return { time, requests };
}
