import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as redis from '../../../../tools/bench/redis-server';

/** Whether there is one. Tests that need it are skipped without it, as `report-missing.ts` says at the end. */
export const hasRedis = redis.hasRedis;
export const freePort = redis.freePort;

/** A server of its own, on loopback, which keeps nothing unless its settings say so. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** @param settings of `redis.conf`, as arguments: `['--appendonly', 'yes']` */
export async function startRedis(settings: readonly string[] = []): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-redis-'));
  const { url, port, process, kill } = await redis.startRedisServer({ folder, settings });
  return {
    url,
    port,
    process,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
