import { setTimeout } from 'node:timers/promises';
import { seeded } from '../values/source';
import { behaviour } from './model';

/** In milliseconds. */
const LEAST = 100;
const MOST = 300;

export const latency = behaviour('latency', {
  slow: {
    latency: (_, { turn, seed }) =>
      LEAST + Math.floor(seeded(seed, 0, 'latency', String(turn)).random() * (MOST - LEAST)),
  },
});

/** What may end a wait: each takes a listener, and gives what removes it. */
type Ending = (listener: () => void) => () => void;

/** Holds a reply back, in real time; no longer than until one of these happens. */
export async function holdBack(milliseconds: number, endings: readonly Ending[]): Promise<void> {
  const ended = new AbortController();
  const removals = endings.map((onEnd) => onEnd(() => ended.abort()));
  await setTimeout(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined);
  for (const remove of removals) remove();
}
