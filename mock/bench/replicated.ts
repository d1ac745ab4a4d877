import type { Driver } from './driver';
import { CONNECTIONS, type Lengths } from './lengths';
import { type Replicated, type ReplicatedId, SCENARIO_TITLES } from './model';
import type { Processes } from './processes';
import type { Progress } from './progress';
import { type RecordedTrips, recordTrips } from './recorded-trips';
import { hasRedis, type RedisServer, startRedisServer } from './redis-server';
import { type Running, startServer } from './server';
import { bareNode, firstRequest, roundTrips } from './servers';
import { mock } from './servers/mock';
import type { Subject } from './subject';
import { type Contestant, takeTurns } from './turns';

const REPLICAS = { one: 1, two: 2, four: 4 } as const;
/** So many requests of a kind have the code of a server fully compiled, however few it gets in a second. */
const COMPILED_AFTER = 10_000;

/**
 * Replicas on one Redis, the same mock in memory, and a bare server that makes as many round trips to the same Redis by the
 * same client, each by `PING`, the least that there is to ask.
 */
export async function measureReplicated(
  subject: Subject,
  { traffic, replicas: most }: Pick<Lengths, 'traffic' | 'replicas'>,
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
  const running = await startAll(subject, processes, redis, recorded, most);
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
    if (traffic.warmUp > 0)
      for (const one of contestants) {
        const length = { requests: COMPILED_AFTER * (1 + (one.others?.length ?? 0)) };
        await driver.drive(one.running, one.requests, length, one.connections, one);
      }
    const turns = await takeTurns(driver, contestants, traffic, (round) =>
      progress(`redis, ${SCENARIO_TITLES[id]}, round ${round + 1} of ${traffic.rounds}`),
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
  const bare = roundTrips(await bareNode(subject, processes), redis.url, recorded, processes.folder);
  const started: Started[] = [
    { server: 'memory', replicas: [await start(mock(subject.contract).args)] },
    { server: 'bare', replicas: [await start(bare.args)] },
  ];
  for (const server of ['one', 'two', 'four'] as const) {
    if (REPLICAS[server] > most) continue;
    const args = replicaArgs(subject, redis.url, server);
    const replicas: [Running, ...Running[]] = [await start(args)];
    while (replicas.length < REPLICAS[server]) replicas.push(await start(args));
    started.push({ server, replicas });
  }
  return started;
}
