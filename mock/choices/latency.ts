import { setTimeout } from 'node:timers/promises';
import type { Taken } from '../../openapi/silences/chosen';
import { seeded } from '../values/source';

/** In milliseconds. */
const LEAST = 100;
const MOST = 300;

/** What may end a wait: each takes a listener, and gives what removes it. */
type Ending = (listener: () => void) => () => void;

type Drawn = Pick<Taken, 'turn' | 'seed'>;

/** How long a slow server takes, in milliseconds. */
export const latencyOf = ({ turn, seed }: Drawn): number =>
  LEAST + Math.floor(seeded(seed, 0, 'latency', String(turn)).random() * (MOST - LEAST));

/** Waits for as long as a slow server takes, in real time; no longer than until one of these happens. */
export async function takeTime(drawn: Drawn, endings: readonly Ending[]): Promise<void> {
  const ended = new AbortController();
  const removals = endings.map((onEnd) => onEnd(() => ended.abort()));
  await setTimeout(latencyOf(drawn), undefined, { signal: ended.signal }).catch(() => undefined);
  for (const remove of removals) remove();
}
