import type { Bench } from './bench';
import { takeTurns } from './load';
import { type Figures, type Measured, SCENARIO_TITLES } from './model';
import { ask, type Running, startServer } from './processes';
import { type ServerKind, sideBySide } from './servers';

/** The start of each server, and its requests a second for each kind of request. */
export async function measureSideBySide(bench: Bench): Promise<readonly Measured[]> {
  const { parts, subject, lengths, processes, progress } = bench;
  const kinds = sideBySide(subject, await bench.replies(), processes.folder);
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
