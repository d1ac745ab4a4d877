import type { Beside, Driver } from './driver';
import type { Turns } from './lengths';
import type { Sent, Turn } from './model';
import type { Running } from './server';

/** A server that takes part, and in which rounds: 1 is every round, 2 every second one. */
export interface Contestant extends Beside {
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
    for (const one of contestants)
      await driver.drive(one.running, one.requests, { seconds: warmUp }, one.connections, one);
  const turns = contestants.map((): Turn[] => []);
  for (let round = 0; round < rounds; round += 1) {
    onRound(round);
    for (const [place, contestant] of contestants.entries()) {
      const { running, requests, connections, every } = contestant;
      if (round % every !== 0) continue;
      const driven = await driver.drive(running, requests, turn, connections, contestant);
      const { p50, p99, cpu, store } = driven;
      turns[place]?.push({
        round,
        requests: driven.requests,
        rate: driven.requests / driven.seconds,
        p50,
        p99,
        cpu,
        ...(store === undefined ? {} : { store }),
      });
    }
  }
  return turns;
}
