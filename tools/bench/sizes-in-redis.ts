import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import type { Driver } from './driver';
import type { Lengths } from './lengths';
import { spreadIds } from './memory';
import type { Sent, SizeInRedis } from './model';
import type { Processes } from './processes';
import type { Progress } from './progress';
import { writeRecords } from './records-file';
import { hasRedis, type RedisServer, startRedisServer } from './redis-server';
import { replicaArgs } from './replicated';
import { type Running, startServer } from './server';
import { firstRequest } from './servers';
import type { Subject } from './subject';
import { takeTurns } from './turns';

/** Memory and speed of one replica with more and more records in Redis. All stay up and take turns. */
export async function measureSizesInRedis(
  subject: Subject,
  lengths: Lengths['sizes'],
  processes: Processes,
  driver: Driver,
  progress: Progress,
): Promise<readonly SizeInRedis[]> {
  if (!hasRedis()) return [];
  const loaded: Loaded[] = [];
  for (const records of lengths.records) {
    progress(`redis-memory, ${records.toLocaleString('en')} records`);
    loaded.push(await startWith(records, subject, processes));
  }
  const turnsOf = (title: string, requests: (records: number) => readonly Sent[]) =>
    takeTurns(
      driver,
      loaded.map(({ running, records }) => ({ running, requests: requests(records), every: 1 })),
      lengths,
      (round) => progress(`redis-memory, ${title}, round ${round + 1} of ${lengths.rounds}`),
    );
  const list = await turnsOf('list', () => subject.filter.values.map(subject.listBy));
  const get = await turnsOf('get', (records) => spreadIds(records).map(subject.get));
  for (const { running, redis } of loaded) {
    await running.end();
    await redis.kill();
  }
  return loaded.map(({ records, running, bytes }, place) => ({
    records,
    start: running.startTime,
    bytes,
    list: list[place] ?? [],
    get: get[place] ?? [],
  }));
}

interface Loaded {
  readonly records: number;
  readonly running: Running;
  readonly redis: RedisServer;
  readonly bytes: number;
}

async function startWith(records: number, subject: Subject, processes: Processes): Promise<Loaded> {
  const redis = await startRedisServer({ folder: processes.folder });
  const empty = await usedMemory(redis);
  const file = join(processes.folder, `${records}-in-redis.json`);
  await writeRecords(file, subject, records);
  const args = replicaArgs(subject, redis.url, 'size');
  const running = await startServer(
    processes,
    (port) => [...args(port), '--fixtures', file],
    subject.contract.prefix,
    firstRequest(subject),
  );
  rmSync(file);
  return { records, running, redis, bytes: (await usedMemory(redis)) - empty };
}

/** In bytes. */
async function usedMemory({ url }: RedisServer): Promise<number> {
  const client = await createClient({ url }).connect();
  const told = await client.sendCommand(['INFO', 'memory']);
  await client.close();
  return Number(/^used_memory:(\d+)/m.exec(String(told))?.[1]);
}
