import { headers, meter, retryAfter, rowOf } from '../server/allowance';
import { countOf, doing, failure, metering, replying, sending } from '../server/altering';
import { somebody } from '../server/animals';
import { breaking, type CaughtBy, type Fault, type Needs } from '../server/cases';
import type { Allowance, Asked, Behaviour, Plan, Stages, World } from '../server/model';
import { store } from '../server/records';
import { clause } from './clauses';

type Change = (allowance: Allowance, asked: Asked) => Partial<Allowance>;

/** Enforces other figures than the headers say. */
const served = (minute: number): Behaviour => ({
  meter: (asked) => {
    if (asked.key !== 'limit') return meter(asked);
    const allowance = meter(asked, { minute, day: 1_000 });
    const used = minute - allowance.remaining;
    return { ...allowance, limit: 60, remaining: allowance.refused ? 0 : Math.max(0, 60 - used) };
  },
});

/** A request over the limit is refused only where the test says so. */
const refusedIf = (test: (asked: Asked) => boolean): Behaviour =>
  metering(({ refused }, asked) => ({ refused: refused && test(asked) }));

const refusedAs = (status: number): Behaviour =>
  replying({ status: 429 }, ({ headers: said }) => ({ ...failure(status), headers: said }));

const isSpent = ({ ledger }: World): boolean => (ledger.get('limit')?.minute.used ?? 0) >= 60;

/** What a 429 of the limit key says. */
const refusedSaying = (change: Change): Behaviour =>
  metering((allowance, asked) => (allowance.refused ? change(allowance, asked) : {}));

const planned = (minute: number): Plan => ({ minute, day: minute === 1_000 ? 100_000 : 1_000 });
const CREATE = { operation: 'create', status: 429 } as const;
const early: CaughtBy = ['allowance.refused', 'limits.enforced'];

/** What happens at the end of an allowance. */
const limits: readonly Fault[] = breaking(['limits.enforced'], clause.perMinute, [
  ['one request more than the allowance is served', served(61)],
  ['ten requests more than the allowance are served', served(70)],
  ['one request less than the allowance is served', served(59)],
  ['half of the allowance is served', served(30), { needs: { limitKey: true, exclusiveKey: true } }],
  ['the allowance is never enforced', refusedIf(() => false)],
  ['the allowance is not enforced for creates', refusedIf(({ operation }) => operation !== 'create')],
  ['the allowance is enforced for creates alone', refusedIf(({ operation }) => operation === 'create')],
  ['every second request over the limit is served', refusedIf(({ world }) => world.seen % 2 === 0)],
  ['403 in place of 429', refusedAs(403)],
  ['503 in place of 429', refusedAs(503), ['limits.enforced', 'reply.no-5xx']],
  ['401 in place of 429', refusedAs(401)],
  ['420 in place of 429', refusedAs(420)],
  [
    'an empty list in place of 429',
    replying({ status: 429, operation: 'list' }, { status: 200, body: [], headers: {} }),
  ],
  [
    'the connection is closed in place of 429',
    sending({ status: 429 }, (response) => void response.socket?.end()),
    ['reply.arrives', 'limits.enforced'],
  ],
  [
    '429 while Remaining says that there is more',
    refusedSaying(() => ({ remaining: 5 })),
    clause.remainingHeader,
    early,
  ],
  [
    'a create over the limit is kept',
    doing(CREATE, ({ world }) => store(somebody(world, 'Over'), world)),
    ['limits.refusal-changes-nothing'],
  ],
  [
    'a create over the limit removes the oldest record',
    doing(CREATE, ({ world }) => {
      world.records = world.records.slice(1);
    }),
    ['limits.refusal-changes-nothing', 'records.kept'],
  ],
  [
    'one key over its limit stops every key',
    metering(({ refused }, { world }) => ({ refused: refused || isSpent(world) })),
    clause.plans,
    ['limits.others-unaffected'],
  ],
  [
    'one key over its limit uses up the others',
    metering((_, { world }) => (isSpent(world) ? { remaining: 0, refused: true } : { refused: false })),
    clause.plans,
    ['limits.others-unaffected'],
  ],
  [
    'one key over its limit makes the others invalid',
    replying({}, (_, { key, world }) =>
      key !== 'limit' && isSpent(world) ? { ...failure(401, 'suspended', 'Suspended.'), headers: {} } : {},
    ),
    clause.plans,
    ['limits.others-unaffected', 'server.stays-up'],
  ],
  [
    'the allowance is that of another plan',
    { planOf: (key) => planned(key === 'limit' ? 75 : 1_000) },
    clause.plans,
    ['allowance.headers', 'limits.enforced'],
    { needs: { limitKey: true, limitPlan: 'Free' } },
  ],
]);

/** What the suite is told of both keys. */
const told: Needs = { limitKey: true, limitPlan: 'Free', plan: 'Business', exclusiveKey: true };

/** Refuses the main key when the test says so, with what was left of it before. */
const refusing = (test: (asked: Asked) => boolean, more: Partial<Allowance> = {}): Behaviour =>
  metering((_, asked) => (asked.key === 'main' && test(asked) ? { refused: true, ...more } : {}));

/** Something is done to what was spent, before or after it is counted. */
const metered = (count: Stages['meter']): Behaviour => ({ meter: count });

/** What a 429 says, when it comes, and to which operations. */
const overLimit: readonly Fault[] = breaking(['limits.enforced'], clause.perMinute, [
  ['a 429 says that one request is left', refusedSaying(() => ({ remaining: 1 })), clause.remainingHeader, early],
  [
    'a 429 says that the whole allowance is left',
    refusedSaying(({ limit }) => ({ remaining: limit })),
    clause.remainingHeader,
    early,
  ],
  [
    'a 429 says that half of the allowance is left',
    refusedSaying(({ limit }) => ({ remaining: limit / 2 })),
    clause.remainingHeader,
    early,
  ],
  [
    'a 429 of reads alone says that there is more',
    refusedSaying((_, { operation }) => ({ refused: operation !== 'read', remaining: 3 })),
    clause.remainingHeader,
    ['limits.enforced', 'allowance.refused'],
  ],
  [
    'the main key is refused after a hundred requests, with hundreds left',
    refusing(({ world }) => countOf(world, 'main') > 100, { remaining: 0 }),
    clause.plans,
    early,
    { needs: told },
  ],
  [
    'every fiftieth request of the main key is a 429',
    refusing(({ world }) => countOf(world, 'main') % 50 === 0),
    clause.plans,
    early,
    { needs: told },
  ],
  [
    'the main key is refused at half of its allowance',
    refusing((asked) => rowOf(asked).minute.used > 200),
    clause.plans,
    early,
    { needs: { ...told, plan: 'Pro' } },
  ],
  [
    'creates are refused for the limit after twenty',
    refusing(({ operation, world }) => operation === 'create' && countOf(world, 'created') > 20),
    clause.plans,
    early,
    { needs: told },
  ],
  ['the allowance is not enforced for reads', refusedIf(({ operation }) => operation !== 'read')],
  ['the allowance is enforced for lists alone', refusedIf(({ operation }) => operation === 'list')],
  ['the allowance is not enforced for filtered lists', refusedIf(({ query }) => !query.has('status'))],
  [
    'all keys share one allowance',
    { rowOf: () => 'all', planOf: () => planned(1_000) },
    clause.plans,
    ['limits.others-unaffected'],
    { needs: { limitKey: true, exclusiveKey: true } },
  ],
  [
    'a read over the limit is answered from a cache',
    replying(
      { status: 429, operation: 'read' },
      {
        status: 200,
        headers: {},
        body: { id: 1n, name: 'Cached', categoryId: 1n },
      },
    ),
  ],
  [
    'a refusal opens a new window',
    metered((asked) => {
      const allowance = meter(asked);
      if (allowance.refused) rowOf(asked).minute.used = 0;
      return allowance;
    }),
  ],
  [
    'the window begins anew after forty requests',
    metered((asked) => {
      const { minute } = rowOf(asked);
      if (asked.key === 'limit' && minute.used >= 40) minute.used = 0;
      return meter(asked);
    }),
    clause.resetHeader,
  ],
  [
    'the allowance is three requests short of what the headers say',
    metering(({ refused, remaining }, { key }) => ({ refused: refused || (key === 'limit' && remaining < 3) })),
  ],
  [
    'every tenth request is counted and given back',
    metered((asked) => {
      const allowance = meter(asked);
      const { minute } = rowOf(asked);
      if (asked.key === 'limit' && !allowance.refused && countOf(asked.world, 'free') % 10 === 0) minute.used -= 1;
      return allowance;
    }),
  ],
  [
    'the Retry-After of a 429 is two minutes, with a minute to the reset',
    { retryAfter: () => '120' },
    clause.retryAfter,
    ['limits.retry-after-agrees'],
  ],
  [
    'the reset of a 429 is half a minute earlier than it was before',
    resetOff(-30_000),
    clause.resetHeader,
    ['limits.retry-after-agrees'],
  ],
]);

/** The reset that a 429 tells is off by so many milliseconds. */
function resetOff(by: number): Behaviour {
  return {
    headers: (allowance, { status }) =>
      headers(status === 429 ? { ...allowance, resetAt: allowance.resetAt + by } : allowance),
  };
}

const retry = (say: Stages['retryAfter']): Behaviour => ({ retryAfter: say });

/** A 429 that does not say when to come back, or says two things. */
const retryAfters: readonly Fault[] = breaking(
  ['limits.retry-after-agrees', 'allowance.retry-after', 'reply.headers', 'allowance.headers'],
  clause.retryAfter,
  [
    ['429 without Retry-After', retry(() => undefined)],
    [
      '429 with Retry-After on lists alone',
      retry((allowance, asked) => (asked.operation === 'list' ? retryAfter(allowance, asked) : undefined)),
    ],
    ['Retry-After in milliseconds', retry((allowance, asked) => `${retryAfter(allowance, asked)}000`)],
    ['Retry-After in minutes', retry(() => '1')],
    ['Retry-After as a Unix timestamp', retry(({ resetAt }) => String(Math.ceil(resetAt / 1_000)))],
    ['Retry-After as a date of ISO 8601', retry(({ resetAt }) => new Date(resetAt).toISOString())],
    ['Retry-After in words', retry(() => 'soon')],
    ['Retry-After without a value', retry(() => '')],
    ['Retry-After with its unit', retry((allowance, asked) => `${retryAfter(allowance, asked)}s`)],
    ['Retry-After negative', retry(() => '-5')],
    ['Retry-After zero', retry(() => '0')],
    ['Retry-After of an hour, Reset within the minute', retry(() => '3600')],
    ['Retry-After a date long gone', retry(() => new Date(0).toUTCString())],
    ['Retry-After a date an hour after Reset', retry(({ resetAt }) => new Date(resetAt + 3_600_000).toUTCString())],
    ['Reset of a 429 is a day later than Retry-After', resetOff(80_000_000)],
  ],
);

/** Whether the limit key has gone over before; `times` of its row remembers it. */
function wentOver({ refused }: Allowance, asked: Asked): boolean {
  const row = rowOf(asked);
  if (asked.key === 'limit' && refused) row.times = [1];
  return asked.key === 'limit' && row.times.length > 0;
}

/** Allowances that do not come back. The first window is in its last seconds, so that the wait is short. */
const notResuming = (change: Change): Behaviour => ({
  minuteBegan: (now, { opened }) => (opened === 0 ? now - 57_000 : now),
  ...metering((allowance, asked) => (wentOver(allowance, asked) ? change(allowance, asked) : {})),
});

const resumption: readonly Fault[] = breaking(['limits.service-resumes'], clause.resetHeader, [
  ['service does not resume after the window', notResuming(() => ({ refused: true }))],
  [
    'Reset moves on whenever it is reached',
    notResuming((_, { world }) => ({ refused: true, remaining: 0, resetAt: world.behaviour.now() + 2_000 })),
  ],
  [
    'one request alone is served in the next window',
    notResuming((_, asked) => (rowOf(asked).minute.used > 1 ? { refused: true, remaining: 0 } : {})),
  ],
]);

const needing = (needs: Needs, faults: readonly Fault[]): readonly Fault[] =>
  faults.map((fault): Fault => ({ ...fault, needs: fault.needs ?? needs }));

/** What happens over the limit, and what a 429 says. */
export const overTheLimit: readonly Fault[] = [
  ...needing({ limitKey: true }, [...limits, ...overLimit, ...retryAfters]),
  ...needing({ limitKey: true, waitForReset: true }, resumption),
];
