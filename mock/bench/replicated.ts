import { ask } from './ask';
import type { Driver } from './driver';
import { lateRelay } from './late-relay';
import { CONNECTIONS, type Lengths } from './lengths';
import { type Replicated, type ReplicatedId, SCENARIO_TITLES } from './model';
import type { Processes } from './processes';
import type { Progress } from './progress';
import { hasRedis, type RedisServer, startRedisServer } from './redis-server';
import { type Running, startServer } from './server';
import { bareNode, firstRequest, roundTrips } from './servers';
import { mock } from './servers/mock';
import type { Subject } from './subject';
import { type Contestant, takeTurns } from './turns';

const REPLICAS = { one: 1, two: 2, four: 4 } as const;
/** So many requests of a kind have the code of a server fully compiled, however few it gets in a second. */
const COMPILED_AFTER = 10_000;
/** Far longer than all the rest of a request takes. */
const DELAY_MS = 40;

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
  const trips = await countTrips(subject, processes, redis);
  const running = await startAll(subject, processes, redis, trips, most);
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
      trips: trips[request.method] ?? 0,
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

/** By method: by how much later a reply comes where each round trip takes long. */
async function countTrips(
  subject: Subject,
  processes: Processes,
  redis: RedisServer,
): Promise<Readonly<Record<string, number>>> {
  const relay = await lateRelay(redis.port, DELAY_MS);
  const args = replicaArgs(subject, relay.url, 'trips');
  const server = await startServer(processes, args, subject.contract.prefix, firstRequest(subject));
  const trips: Record<string, number> = {};
  for (const { request } of subject.scenarios) {
    const times: number[] = [];
    // The first one sends the scripts, and any of them may be held up by what else the machine does.
    for (let count = 0; count < 4; count += 1) {
      const begun = performance.now();
      await ask(server.baseUrl, request);
      times.push(performance.now() - begun);
    }
    trips[request.method] = Math.floor(Math.min(...times) / DELAY_MS);
  }
  await server.end();
  relay.close();
  return trips;
}

interface Started {
  readonly server: ReplicatedId;
  readonly replicas: readonly [Running, ...Running[]];
}

async function startAll(
  subject: Subject,
  processes: Processes,
  redis: RedisServer,
  trips: Readonly<Record<string, number>>,
  most: number,
): Promise<readonly Started[]> {
  const { prefix } = subject.contract;
  const start = (args: (port: number) => readonly string[]) =>
    startServer(processes, args, prefix, firstRequest(subject));
  const bare = roundTrips(await bareNode(subject, processes), redis.url, trips);
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
