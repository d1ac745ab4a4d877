import { headers, meter } from '../server/allowance';
import type { Asked, Behaviour } from '../server/behaviour';
import type { Fault } from '../server/cases';
import type { Allowance } from '../server/model';
import { clause } from './clauses';

const fault = (name: string, breaks: string, behaviour: Behaviour): Fault => ({
  name,
  breaks,
  caughtBy: ['allowance.count'],
  behaviour,
  needs: { exclusiveKey: true },
});

const metered = (change: (allowance: Allowance, asked: Asked) => Partial<Allowance>): Behaviour => ({
  meter: (asked) => {
    const allowance = meter(asked);
    return { ...allowance, ...change(allowance, asked) };
  },
});

/** Headers of the right form that do not count what happens. */
export const counting: readonly Fault[] = [
  fault(
    'Remaining stays as it is',
    clause.remainingHeader,
    metered(({ limit }) => ({ remaining: limit - 1 })),
  ),
  fault(
    'Remaining always says that nothing is used',
    clause.remainingHeader,
    metered(({ limit }) => ({ remaining: limit })),
  ),
  fault('a create costs two', clause.remainingHeader, { cost: ({ operation }) => (operation === 'create' ? 2 : 1) }),
  fault('a create costs nothing', clause.remainingHeader, {
    cost: ({ operation }) => (operation === 'create' ? 0 : 1),
  }),
  fault('a read costs nothing', clause.remainingHeader, { cost: ({ operation }) => (operation === 'read' ? 0 : 1) }),
  fault('every request costs two', clause.remainingHeader, { cost: () => 2 }),
  fault('every fourth request costs nothing', clause.remainingHeader, {
    cost: ({ world }) => (world.seen % 4 === 0 ? 0 : 1),
  }),
  fault(
    'Remaining counts up',
    clause.remainingHeader,
    metered(({ limit, remaining }) => ({ remaining: limit - remaining })),
  ),
  fault(
    'Remaining jumps back up inside a window',
    clause.remainingHeader,
    metered(({ remaining, limit }, { world }) => (world.seen % 9 === 0 ? { remaining: limit - 1 } : { remaining })),
  ),
  fault(
    'Remaining is of another machine every second time',
    clause.remainingHeader,
    metered(({ remaining, limit }, { world }) =>
      world.seen % 2 === 0 ? { remaining: Math.min(limit, remaining + 40) } : {},
    ),
  ),
  fault(
    'Remaining moves in steps of ten',
    clause.remainingHeader,
    metered(({ remaining }) => ({ remaining: Math.ceil(remaining / 10) * 10 })),
  ),
  fault(
    'Limit changes inside a window',
    clause.limitHeader,
    metered(({ limit }, { world }) => ({ limit: world.seen % 5 === 0 ? limit + 100 : limit })),
  ),
  fault(
    'Limit shrinks with what is left',
    clause.limitHeader,
    metered(({ remaining }) => ({ limit: remaining })),
  ),
  fault('Limit differs on errors', clause.limitHeader, {
    headers: (allowance, { status }) =>
      headers(status >= 400 ? { ...allowance, limit: allowance.limit * 2 } : allowance),
  }),
];
