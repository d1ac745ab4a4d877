import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { until } from '../../../../openapi/program/testing/until';
import { freePort, startRedisServer } from '../../../../tools/bench/redis-server';

/** A cluster of three masters on loopback, each with a third of the slots. */
export interface RedisCluster {
  /** Of one of them; a client finds out the others. */
  readonly url: string;
  /** Of each of them. */
  readonly urls: readonly string[];
  stop(): Promise<void>;
}

/** Redis cluster specification, "Key distribution model". */
const SLOTS = 16384;
const MASTERS = 3;

/** Takes two seconds: a master waits so long before it serves. */
export async function startCluster(): Promise<RedisCluster> {
  const nodes = await Promise.all(Array.from({ length: MASTERS }, startNode));
  const ends = nodes.map((_, place) => Math.floor((SLOTS * (place + 1)) / MASTERS));
  const [first] = nodes;
  for (const [place, { send }] of nodes.entries()) {
    await send(['CLUSTER', 'SET-CONFIG-EPOCH', `${place + 1}`]);
    await send(['CLUSTER', 'ADDSLOTSRANGE', `${ends[place - 1] ?? 0}`, `${(ends[place] ?? SLOTS) - 1}`]);
    if (first !== undefined && place > 0)
      await send(['CLUSTER', 'MEET', '127.0.0.1', `${first.port}`, `${first.busPort}`]);
  }
  for (const { send } of nodes)
    await until(async () => {
      const told = String(await send(['CLUSTER', 'INFO']));
      return told.includes('cluster_state:ok') && told.includes(`cluster_known_nodes:${MASTERS}`);
    });
  const urls = nodes.map(({ url }) => url);
  return {
    url: urls[0] ?? '',
    urls,
    async stop() {
      for (const { stop } of nodes) await stop();
    },
  };
}

async function startNode() {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-cluster-'));
  const busPort = await freePort();
  const settings = ['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`];
  const server = await startRedisServer({ folder, settings });
  const client = await createClient({ url: server.url }).connect();
  return {
    ...server,
    busPort,
    send: (command: readonly string[]) => client.sendCommand([...command]),
    async stop() {
      client.destroy();
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
