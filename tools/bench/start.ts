import type { Starts } from './model';
import type { Processes } from './processes';
import type { Progress } from './progress';
import { type Running, startServer } from './server';
import { firstRequest } from './servers';
import type { ServerKind } from './servers/kind';
import type { Subject } from './subject';

/**
 * Measures several times, in turns, how long each server takes from the start of its process to its first answer.
 *
 * @returns also the servers of the last round, which are still running
 */
export async function measureStarts(
  subject: Subject,
  kinds: readonly ServerKind[],
  count: number,
  processes: Processes,
  progress: Progress,
): Promise<{ readonly starts: readonly Starts[]; readonly running: readonly Running[] }> {
  const times = kinds.map((): number[] => []);
  const running: Running[] = [];
  for (let round = 0; round < count; round += 1) {
    progress(`start, ${round + 1} of ${count}`);
    for (const [place, { args, prefix }] of kinds.entries()) {
      await running[place]?.end();
      const server = await startServer(processes, args, prefix, firstRequest(subject));
      times[place]?.push(server.startTime);
      running[place] = server;
    }
  }
  return { starts: kinds.map(({ id }, place) => ({ server: id, times: times[place] ?? [] })), running };
}
