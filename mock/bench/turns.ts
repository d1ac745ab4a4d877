import type { Driver } from './driver';
import type { Turns } from './lengths';
import type { Sent, Turn } from './model';
import type { Running } from './server';

/** A server that takes part, and in which rounds: 1 is every round, 2 every second one. */
interface Contestant {
  readonly running: Running;
  readonly requests: readonly Sent[];
  /** Undefined: as many as usual. */
  readonly connections?: number;
  readonly every: number;
}

/**
 * Measures servers in short turns, A B C A B C, so that other load on the machine affects all alike. Servers that wait for
 * their turn stay up, idle.
 *
 * @param onRound called before each round, with its number from 0
 * @returns the turns of each server, in the given order
 */
export async function takeTurns(
  driver: Driver,
  contestants: readonly Contestant[],
  { warmUp, rounds, turn }: Turns,
  onRound: (round: number) => void,
): Promise<readonly (readonly Turn[])[]> {
  if (warmUp > 0)
    for (const { running, requests, connections } of contestants)
      await driver.drive(running, requests, { seconds: warmUp }, connections);
  const turns = contestants.map((): Turn[] => []);
  for (let round = 0; round < rounds; round += 1) {
    onRound(round);
    for (const [place, { running, requests, connections, every }] of contestants.entries()) {
      if (round % every !== 0) continue;
      const driven = await driver.drive(running, requests, turn, connections);
      const { p50, p99, cpu } = driven;
      turns[place]?.push({
        round,
        requests: driven.requests,
        rate: driven.requests / driven.seconds,
        p50,
        p99,
        cpu,
      });
    }
  }
  return turns;
}
