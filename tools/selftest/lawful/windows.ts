import { minute, rowOf } from '../server/allowance';
import type { Asked, Behaviour } from '../server/behaviour';
import type { Lawful } from '../server/cases';
import type { Allowance } from '../server/model';
import { sliding } from './allowances';

const windows = 'How a window runs is not shown.';

/** Requests of an earlier run, of which one after the other is a minute old during this one. */
function afterAnotherRun(asked: Asked): Allowance | Promise<Allowance> {
  const row = rowOf(asked);
  const oldest = asked.world.behaviour.now() - minute;
  if (row.times.length === 0) row.times = Array.from({ length: 40 }, (_, nth) => oldest + 40 + nth);
  return sliding.meter?.(asked) ?? asked.world.behaviour.meter(asked);
}

/**
 * The clock's own minutes; of those before the one that runs, as large a part counts as lies within the last sixty seconds.
 * `day` is the minute before. A minute ends 300 ms after the first request.
 */
const weighted: Behaviour = {
  meter: (asked) => {
    const { behaviour } = asked.world;
    const now = behaviour.now();
    const limit = behaviour.planOf(asked.key).minute;
    const { minute: one, day: before } = rowOf(asked);
    if (one.opened === 0) one.opened = now + 300 - minute;
    if (now >= one.opened + minute) {
      before.used = one.used;
      one.opened += minute;
      one.used = 0;
    }
    const part = (one.opened + minute - now) / minute;
    const used = Math.floor(before.used * part) + one.used;
    const refused = used >= limit;
    if (!refused) one.used += 1;
    return {
      limit,
      remaining: Math.max(0, limit - used - (refused ? 0 : 1)),
      resetAt: one.opened + minute,
      refused,
    };
  },
};

/** Windows in which requests come back during a run. */
export const windowsThatGiveBack: readonly Lawful[] = [
  {
    name: 'a sliding window, soon after another run with the same keys',
    because: windows,
    behaviour: { meter: afterAnotherRun },
    needs: { limitKey: true, limitPlan: 'Free', plan: 'Business', exclusiveKey: true },
  },
  {
    name: "a window of the clock's own minutes, of which the one before counts in part",
    because: windows,
    behaviour: weighted,
    needs: { limitKey: true, limitPlan: 'Free', plan: 'Business', exclusiveKey: true },
  },
];
