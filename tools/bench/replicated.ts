import { join } from 'node:path';
import type { Driver } from './driver';
import { CONNECTIONS, type Lengths } from './lengths';
import { type Replicated, type ReplicatedId, SCENARIO_TITLES } from './model';
import type { Processes } from './processes';
import type { Progress } from './progress';
import { pinging, type RecordedTrips, recordTrips } from './recorded-trips';
import { hasRedis, type RedisServer, startRedisServer } from './redis-server';
import { type Running, startServer } from './server';
import { bareNode, firstRequest, roundTrips } from './servers';
import { mock } from './servers/mock';
import type { Subject } from './subject';
import { type Contestant, takeTurns } from './turns';

/** So many requests of a kind have most of a server's code compiled, however few it gets in a second. */
const COMPILED_AFTER = 4000;

/**
 * Replicas on one Redis, the same mock in memory, and bare servers that ask the same Redis by the same client: by the commands
 * that the mock sends for the request, and by as many times `PING`, the least that there is to ask. Four bare servers, which
 * have nothing to do with each other, show what it costs that four processes share the machine.
 */
export async function measureReplicated(
  subject: Subject,
  lengths: Lengths['redis'],
  processes: Processes,
  driver: Driver,
  progress: Progress,
): Promise<readonly Replicated[]> {
  if (!hasRedis()) {
    progress('redis: left out, since there is no redis-server (apt-get install redis-server)');
    return [];
  }
  progress('redis, round trips');
  const redis = await startRedisServer({ folder: processes.folder });
  const recorded = await recordTrips(subject, (at) => replicaArgs(subject, at, 'trips'), processes, redis);
  const running = await startAll(subject, processes, redis, recorded, lengths.replicas);
  const measured: Replicated[] = [];
  for (const { id, request } of subject.scenarios) {
    const contestants = running.map(
      ({ server, replicas: [first, ...others] }): Contestant => ({
        ...{ running: first, others, requests: [request], every: 1 },
        // As many to each replica: what goes together in one turn of the event loop takes less.
        connections: CONNECTIONS * (1 + others.length),
        store: server === 'memory' ? undefined : redis.process.pid,
      }),
    );
    if (!('requests' in lengths.turn))
      for (const one of contestants) {
        const length = { requests: COMPILED_AFTER * (1 + (one.others?.length ?? 0)) };
        await driver.drive(one.running, one.requests, length, one.connections, one);
      }
    const turns = await takeTurns(driver, contestants, lengths, (round) =>
      progress(`redis, ${SCENARIO_TITLES[id]}, round ${round + 1} of ${lengths.rounds}`),
    );
    measured.push({
      scenario: id,
      trips: recorded.get(request)?.trips.length ?? 0,
      servers: running.map(({ server }, place) => ({ server, turns: turns[place] ?? [] })),
    });
  }
  for (const { replicas } of running) for (const one of replicas) await one.end();
  await redis.kill();
  return measured;
}

/** Node's arguments for a replica. */
export const replicaArgs =
  (subject: Subject, url: string, prefix: string) =>
  (port: number): readonly string[] => [
    ...mock(subject.contract).args(port),
    ...['--store', url, '--store-prefix', prefix],
  ];

interface Started {
  readonly server: ReplicatedId;
  readonly replicas: readonly [Running, ...Running[]];
}

async function startAll(
  subject: Subject,
  processes: Processes,
  redis: RedisServer,
  recorded: RecordedTrips,
  most: number,
): Promise<readonly Started[]> {
  const { prefix } = subject.contract;
  const start = (args: (port: number) => readonly string[]) =>
    startServer(processes, args, prefix, firstRequest(subject));
  const node = await bareNode(subject, processes);
  const pings = roundTrips(node, redis.url, pinging(recorded), join(processes.folder, 'pings.json'));
  const bare = roundTrips(node, redis.url, recorded, join(processes.folder, 'asked.json'));
  const kinds: readonly [ReplicatedId, number, (port: number) => readonly string[]][] = [
    ['memory', 1, mock(subject.contract).args],
    ['ping', 1, pings.args],
    ['bare', 1, bare.args],
    ['bareFour', 4, bare.args],
    ['one', 1, replicaArgs(subject, redis.url, 'one')],
    ['two', 2, replicaArgs(subject, redis.url, 'two')],
    ['four', 4, replicaArgs(subject, redis.url, 'four')],
  ];
  const started: Started[] = [];
  for (const [server, count, args] of kinds) {
    if (count > most) continue;
    const replicas: [Running, ...Running[]] = [await start(args)];
    while (replicas.length < count) replicas.push(await start(args));
    started.push({ server, replicas });
  }
  return started;
}
