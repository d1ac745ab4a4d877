import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, CONNECTIONS } from './bench';
import { takeTurns } from './load';
import { BenchError, type Figures, type Measured, SCENARIO_TITLES } from './model';
import { ask, type Running, startServer } from './processes';
import { bareNode, mock, proxy, repliesOfMock, type ServerKind, SUITE, sideBySide } from './servers';

/** The start of each server, and its requests a second for each kind of request. */
export async function measureSideBySide(bench: Bench): Promise<readonly Measured[]> {
  const { parts, subject, lengths, processes, progress } = bench;
  const kinds = await sideBySide(subject, processes);
  const { starts, running } = await measureStarts(bench, kinds);
  const measured: Measured[] = parts.includes('start') ? [...starts] : [];
  // All kinds of request use the same servers, so creating comes last: it fills the stores, which is limited by the
  // seconds of its turns.
  for (const { id, request } of subject.scenarios.filter(({ id }) => parts.includes(id))) {
    for (const { baseUrl } of running) await ask(baseUrl, request);
    const turns = await takeTurns(
      running.map((server, place) => ({ servers: [server], requests: [request], every: kinds[place]?.every ?? 1 })),
      lengths.traffic,
      (round) => progress(`${SCENARIO_TITLES[id]}, round ${round + 1} of ${lengths.traffic.rounds}`),
    );
    for (const [place, rounds] of turns.entries())
      measured.push({ part: id, scenario: id, server: kinds[place]?.id ?? 'mock', rounds });
  }
  await Promise.all(running.map((server) => server.end()));
  return measured;
}

/**
 * Measures several times, in turns, how long each server takes from the start of its process to its first answer.
 *
 * @returns also the servers of the last round, which are still running
 */
async function measureStarts({ parts, subject, lengths, processes, progress }: Bench, kinds: readonly ServerKind[]) {
  const starts = kinds.map(({ id }) => ({ part: 'start' as const, server: id, rounds: [] as Figures[] }));
  const running: Running[] = [];
  const count = parts.includes('start') ? lengths.starts : 1;
  for (let round = 0; round < count; round += 1) {
    progress(`start, ${round + 1} of ${count}`);
    for (const [place, kind] of kinds.entries()) {
      await running[place]?.end();
      const server = await startServer(processes, kind, subject.first);
      starts[place]?.rounds.push({ round, time: server.startTime });
      running[place] = server;
    }
  }
  return { starts, running };
}

/** The proxy of the suite between a client and bare `node:http`, beside the same without it. */
export async function measureProxy({ subject, lengths, processes, progress }: Bench): Promise<readonly Measured[]> {
  const { contract, first } = subject;
  const node = bareNode(contract, await repliesOfMock(subject, processes), join(processes.folder, 'proxied.json'));
  const direct = await startServer(processes, node, first);
  const proxied = await startServer(
    processes,
    proxy(new URL(direct.baseUrl).origin + contract.prefix, contract),
    first,
  );
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
