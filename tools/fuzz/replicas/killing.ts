import { setTimeout as pause } from 'node:timers/promises';
import type { RedisServer } from '../../bench/redis-server';
import type { Happening } from './trial';

/** Each is killed while requests are under way, and some time after the last time. */
const SOONEST_MS = 10;
const LATEST_MS = 120;
/** A store that is back has all to itself for longer: its clients begin anew. */
const STORE_LATEST_MS = 500;

/** Kills a replica at random so many times, and starts another one in its place each time. */
export async function killReplicas({ random, replicas, launch, served }: Happening, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await pause(random.nextInt(SOONEST_MS, LATEST_MS));
    const [killed] = replicas.splice(random.nextInt(0, replicas.length - 1), 1);
    await killed?.kill();
    replicas.push(await launch());
  }
  await pause(SOONEST_MS);
  await served();
}

/**
 * Kills the store so many times, and starts it again each time with what it has kept.
 *
 * @param server the one that runs now
 * @param startAgain on the same port, with the same folder
 */
export async function killStore(
  { random, served }: Happening,
  times: number,
  server: RedisServer,
  startAgain: () => Promise<RedisServer>,
): Promise<void> {
  let running = server;
  for (let time = 0; time < times; time += 1) {
    await pause(random.nextInt(SOONEST_MS, STORE_LATEST_MS));
    await running.kill();
    running = await startAgain();
    await served();
  }
}
