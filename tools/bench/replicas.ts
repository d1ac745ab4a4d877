import { join } from 'node:path';
import { type Bench, CONNECTIONS } from './bench';
import { type Contestant, drive, takeTurns } from './load';
import { type Measured, SCENARIO_TITLES, type ServerId } from './model';
import { type Running, type Startable, startServer } from './processes';
import { pinging, recordTrips } from './recorded-trips';
import { startRedisServer } from './redis-server';
import { bareNode, mock, replica } from './servers';

/** So many requests of a kind have most of a server's code compiled, however few it gets in a second. */
const COMPILED_AFTER = 4000;

/**
 * Replicas on one Redis, the same mock in memory, and bare servers that ask the same Redis by the same client: by the commands
 * that the mock sends for the request, and by as many times `PING`, the least that there is to ask. Four bare servers, which
 * have nothing to do with each other, show what it costs that four processes share the machine.
 */
export async function measureReplicas(bench: Bench): Promise<readonly Measured[]> {
  const { subject, lengths, processes, progress } = bench;
  const { contract, scenarios, first } = subject;
  progress('redis, round trips');
  const redis = await startRedisServer({ folder: processes.folder });
  const trips = await recordTrips(subject, (url) => replica(contract, url, 'trips'), processes, redis);
  const replies = await bench.replies();
  const bare = (file: string, asked: typeof trips): Startable =>
    bareNode(contract, replies, join(processes.folder, file), { url: redis.url, trips: asked });
  const commands = bare('commands.json', trips);
  const kinds: readonly (readonly [ServerId, count: number, Startable])[] = [
    ['mock', 1, mock(contract)],
    ['ping', 1, bare('pings.json', pinging(trips))],
    ['bare', 1, commands],
    ['four-bare', 4, commands],
    ['one', 1, replica(contract, redis.url, 'one')],
    ['two', 2, replica(contract, redis.url, 'two')],
    ['four', 4, replica(contract, redis.url, 'four')],
  ];
  const all: { readonly id: ServerId; readonly servers: [Running, ...Running[]] }[] = [];
  for (const [id, count, kind] of kinds.filter(([, count]) => count <= lengths.redis.replicas)) {
    const servers: [Running, ...Running[]] = [await startServer(processes, kind, first)];
    while (servers.length < count) servers.push(await startServer(processes, kind, first));
    all.push({ id, servers });
  }

  const measured: Measured[] = [];
  for (const { id: scenario, request } of scenarios) {
    const contestants = all.map(
      ({ id, servers }): Contestant => ({
        ...{ servers, requests: [request] },
        // As many to each replica: what goes together in one turn of the event loop takes less.
        connections: CONNECTIONS * servers.length,
        store: id === 'mock' ? undefined : redis.process.pid,
      }),
    );
    if ('seconds' in lengths.redis.turn)
      for (const one of contestants) await drive(one, { requests: COMPILED_AFTER * one.servers.length });
    const turns = await takeTurns(contestants, lengths.redis, (round) =>
      progress(`redis, ${SCENARIO_TITLES[scenario]}, round ${round + 1} of ${lengths.redis.rounds}`),
    );
    const asked = trips.get(request)?.trips.length ?? 0;
    for (const [place, { id }] of all.entries()) {
      const rounds = (turns[place] ?? []).map((round) => ({ ...round, trips: id === 'mock' ? 0 : asked }));
      measured.push({ part: 'redis', scenario, server: id, rounds });
    }
  }
  for (const { servers } of all) for (const one of servers) await one.end();
  await redis.kill();
  return measured;
}
