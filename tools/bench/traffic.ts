import type { Driver } from './driver';
import type { Turns } from './lengths';
import { SCENARIO_TITLES, type Traffic } from './model';
import type { Progress } from './progress';
import { expectSuccess, type Running } from './server';
import type { ServerKind } from './servers/kind';
import type { Scenario } from './subject';
import { takeTurns } from './turns';

/**
 * Requests per second of each server for each kind of request. All kinds use the same servers, so creating comes last: it
 * fills the stores, which is limited by the seconds of its turns.
 *
 * @param running the servers, in the order of their kinds
 */
export async function measureTraffic(
  scenarios: readonly Scenario[],
  kinds: readonly ServerKind[],
  running: readonly Running[],
  lengths: Turns,
  driver: Driver,
  progress: Progress,
): Promise<readonly Traffic[]> {
  const traffic: Traffic[] = [];
  for (const { id, request } of scenarios) {
    for (const { baseUrl } of running) await expectSuccess(baseUrl, request);
    const turns = await takeTurns(
      driver,
      running.map((server, place) => ({ running: server, requests: [request], every: kinds[place]?.every ?? 1 })),
      lengths,
      (round) => progress(`${SCENARIO_TITLES[id]}, round ${round + 1} of ${lengths.rounds}`),
    );
    traffic.push({
      scenario: id,
      servers: kinds.map((kind, place) => ({ server: kind.id, turns: turns[place] ?? [] })),
    });
  }
  return traffic;
}
