import { headers, meter, rowOf } from '../server/allowance';
import type { Asked, Behaviour } from '../server/behaviour';
import type { CheckId, Fault, Needs } from '../server/cases';
import { countOf } from '../server/every';
import type { Allowance } from '../server/model';
import { on } from '../server/on';
import { clause } from './clauses';

type CaughtBy = readonly [CheckId, ...CheckId[]];
type Change = (allowance: Allowance, asked: Asked) => Partial<Allowance>;

/** What the suite is told of both keys. */
const told: Needs = { limitKey: true, limitPlan: 'Free', plan: 'Business', exclusiveKey: true };

const fault = (
  name: string,
  breaks: string,
  caughtBy: CaughtBy,
  behaviour: Behaviour,
  needs: Needs = { limitKey: true },
): Fault => ({ name, breaks, caughtBy, behaviour, needs });

const metered = (change: Change): Behaviour => ({
  meter: (asked) => {
    const allowance = meter(asked);
    return { ...allowance, ...change(allowance, asked) };
  },
});

/** Changes what a 429 of the limit key says. */
const refusedSaying = (change: Change): Behaviour =>
  metered((allowance, asked) => (allowance.refused ? change(allowance, asked) : {}));

/** Refuses the main key when the test says so, with what was left of it before. */
const refusing = (test: (asked: Asked) => boolean, change: Change = () => ({})): Behaviour =>
  metered((allowance, asked) =>
    asked.key === 'main' && test(asked) ? { refused: true, ...change(allowance, asked) } : {},
  );

const early: CaughtBy = ['allowance.refused', 'limits.enforced'];
const enforced: CaughtBy = ['limits.enforced'];

/** What a 429 says, when it comes, and to which operations. */
export const overLimit: readonly Fault[] = [
  fault(
    'a 429 says that one request is left',
    clause.remainingHeader,
    early,
    refusedSaying(() => ({ remaining: 1 })),
  ),
  fault(
    'a 429 says that the whole allowance is left',
    clause.remainingHeader,
    early,
    refusedSaying(({ limit }) => ({ remaining: limit })),
  ),
  fault(
    'a 429 says that half of the allowance is left',
    clause.remainingHeader,
    early,
    refusedSaying(({ limit }) => ({ remaining: limit / 2 })),
  ),
  fault(
    'a 429 of reads alone says that there is more',
    clause.remainingHeader,
    ['limits.enforced', 'allowance.refused'],
    metered(({ refused, remaining }, { operation }) => ({
      refused: refused && operation !== 'read',
      remaining: refused ? 3 : remaining,
    })),
  ),
  fault(
    'the main key is refused after a hundred requests, with hundreds left',
    clause.plans,
    early,
    refusing(
      (asked) => countOf(asked.world, 'main') > 100,
      () => ({ remaining: 0 }),
    ),
    told,
  ),
  fault(
    'every fiftieth request of the main key is a 429',
    clause.plans,
    early,
    refusing((asked) => countOf(asked.world, 'main') % 50 === 0),
    told,
  ),
  fault(
    'the main key is refused at half of its allowance',
    clause.plans,
    early,
    refusing((asked) => rowOf(asked).minute.used > 200),
    { ...told, plan: 'Pro' },
  ),
  fault(
    'creates are refused for the limit after twenty',
    clause.plans,
    early,
    refusing((asked) => asked.operation === 'create' && countOf(asked.world, 'created') > 20),
    told,
  ),
  fault(
    'the allowance is not enforced for reads',
    clause.perMinute,
    enforced,
    metered(({ refused }, { operation }) => ({ refused: refused && operation !== 'read' })),
  ),
  fault(
    'the allowance is enforced for lists alone',
    clause.perMinute,
    enforced,
    metered(({ refused }, { operation }) => ({ refused: refused && operation === 'list' })),
  ),
  fault(
    'the allowance is not enforced for filtered lists',
    clause.perMinute,
    enforced,
    metered(({ refused }, { query }) => ({ refused: refused && !query.has('status') })),
  ),
  fault(
    'all keys share one allowance',
    clause.plans,
    ['limits.others-unaffected'],
    { rowOf: () => 'all', planOf: () => ({ minute: 1_000, day: 100_000 }) },
    { limitKey: true, exclusiveKey: true },
  ),
  fault('a read over the limit is answered from a cache', clause.perMinute, enforced, {
    rewrite: on({ status: 429, operation: 'read' }, () => ({
      status: 200,
      headers: {},
      body: { id: 1n, name: 'Cached', categoryId: 1n },
    })),
  }),
  fault('a refusal opens a new window', clause.perMinute, enforced, {
    meter: (asked) => {
      const allowance = meter(asked);
      if (allowance.refused) rowOf(asked).minute.used = 0;
      return allowance;
    },
  }),
  fault('the window begins anew after forty requests', clause.resetHeader, enforced, {
    meter: (asked) => {
      const { minute } = rowOf(asked);
      if (asked.key === 'limit' && minute.used >= 40) minute.used = 0;
      return meter(asked);
    },
  }),
  fault('the allowance is three requests short of what the headers say', clause.perMinute, enforced, {
    meter: (asked) => {
      const allowance = meter(asked);
      return { ...allowance, refused: allowance.refused || (asked.key === 'limit' && allowance.remaining < 3) };
    },
  }),
  fault('every tenth request is counted and given back', clause.perMinute, enforced, {
    meter: (asked) => {
      const allowance = meter(asked);
      const { minute } = rowOf(asked);
      if (asked.key === 'limit' && !allowance.refused && countOf(asked.world, 'free') % 10 === 0) minute.used -= 1;
      return allowance;
    },
  }),
  fault(
    'the Retry-After of a 429 is two minutes, with a minute to the reset',
    clause.retryAfter,
    ['limits.retry-after-agrees'],
    {
      retryAfter: () => '120',
    },
  ),
  fault(
    'the reset of a 429 is half a minute earlier than it was before',
    clause.resetHeader,
    ['limits.retry-after-agrees'],
    {
      headers: (allowance, { status }) =>
        headers(status === 429 ? { ...allowance, resetAt: allowance.resetAt - 30_000 } : allowance),
    },
  ),
];
