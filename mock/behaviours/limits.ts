import { memoized } from '../../openapi/contract';
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
