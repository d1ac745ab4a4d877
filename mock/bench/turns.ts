import type { Driver } from './driver';
import type { Turns } from './lengths';
import type { Sent, Turn } from './model';
import type { Running } from './server';

/** Who takes part, and in which rounds: 1 is each, 2 each second. */
interface Contestant {
  readonly running: Running;
  readonly requests: readonly Sent[];
  readonly every: number;
}

/**
 * Drives servers in turns, A B C A B C: each for a short while, so that whatever else the machine does hits all alike.
 * The others stay up meanwhile, and idle.
 *
 * @param onRound told before each round, from 0
 * @returns the turns of each, in the order given
 */
export async function takeTurns(
  driver: Driver,
  contestants: readonly Contestant[],
  { warmUp, rounds, turn }: Turns,
  onRound: (round: number) => void,
): Promise<readonly (readonly Turn[])[]> {
  if (warmUp > 0)
    for (const { running, requests } of contestants) await driver.drive(running, requests, { seconds: warmUp });
  const turns = contestants.map((): Turn[] => []);
  for (let round = 0; round < rounds; round += 1) {
    onRound(round);
    for (const [place, { running, requests, every }] of contestants.entries()) {
      if (round % every !== 0) continue;
      const driven = await driver.drive(running, requests, turn);
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
