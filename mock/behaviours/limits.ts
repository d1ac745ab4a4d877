import { setTimeout } from 'node:timers/promises';
import { memoized } from '../../openapi/contract';
import { seeded } from '../values/source';
import type { RunningAllowance } from '../world/stores/ledger';
import { behaviour } from './model';

export const windows = behaviour('windows', {
  calendar: { windows: running('calendar') },
  sliding: { windows: running('sliding') },
});

/** The same list each time, since others remember things of it. */
function running(runs: NonNullable<RunningAllowance['runs']>) {
  return memoized((allowances: readonly RunningAllowance[]): readonly RunningAllowance[] =>
    allowances.map((allowance) => ({ ...allowance, runs })),
  );
}

/** What is answered with a 4xx is given back. */
export const refusalsCost = behaviour('refusals.cost', {
  free: { cost: (costs, status) => costs && (status < 400 || status >= 500) },
});

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
