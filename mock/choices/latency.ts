import { setTimeout } from 'node:timers/promises';
import type { Taken } from '../../openapi/silences/chosen';
import { seeded } from '../values/seeded';

/** In milliseconds. */
const LEAST = 100;
const MOST = 300;

/** What may end a wait: each takes a listener, and gives what removes it. */
type Ending = (listener: () => void) => () => void;

/** Waits for as long as a slow server takes, in real time; no longer than until one of these happens. */
export async function takeTime({ turn }: Pick<Taken, 'turn'>, endings: readonly Ending[]): Promise<void> {
  const ended = new AbortController();
  const removals = endings.map((onEnd) => onEnd(() => ended.abort()));
  const wait = LEAST + Math.floor(seeded(turn, 0, 'latency').random() * (MOST - LEAST));
  await setTimeout(wait, undefined, { signal: ended.signal }).catch(() => undefined);
  for (const remove of removals) remove();
}
