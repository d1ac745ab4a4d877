import { meter, rowOf } from '../server/allowance';
import type { Asked } from '../server/behaviour';
import type { Fault } from '../server/cases';
import type { Allowance } from '../server/model';
import { clause } from './clauses';

type Change = (allowance: Allowance, asked: Asked) => Partial<Allowance>;

/** \`times\` of a row remembers here that the key once went over. */
const cases: readonly (readonly [name: string, change: Change])[] = [
  [
    'service does not resume after the window',
    (allowance, asked) => {
      const row = rowOf(asked);
      if (allowance.refused) row.times = [1];
      return { refused: asked.key === 'limit' && row.times.length > 0 };
    },
  ],
  [
    'Reset moves on whenever it is reached',
    ({ refused }, asked) => {
      const row = rowOf(asked);
      if (asked.key === 'limit' && refused) row.times = [1];
      return row.times.length > 0 ? { refused: true, remaining: 0, resetAt: asked.world.behaviour.now() + 2_000 } : {};
    },
  ],
  [
    'one request alone is served in the next window',
    (allowance, asked) => {
      const row = rowOf(asked);
      if (asked.key !== 'limit') return {};
      if (allowance.refused) row.times = [1];
      const starved = row.times.length > 0 && row.minute.used > 1;
      return starved ? { refused: true, remaining: 0 } : {};
    },
  ],
];

/** Allowances that do not come back. The first window is in its last seconds, so that the wait is short. */
export const resumption: readonly Fault[] = cases.map(([name, change]) => ({
  name,
  breaks: clause.resetHeader,
  caughtBy: ['limits.service-resumes'],
  behaviour: {
    minuteBegan: (now, { opened }) => (opened === 0 ? now - 57_000 : now),
    meter: (asked) => {
      const allowance = meter(asked);
      return { ...allowance, ...change(allowance, asked) };
    },
  },
  needs: { limitKey: true, waitForReset: true },
}));
