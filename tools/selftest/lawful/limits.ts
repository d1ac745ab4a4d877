import { headers, meter, minute, rowOf } from '../server/allowance';
import { countOf, failure, metering, replying, showing } from '../server/altering';
import { type Lawful, type LawfulRow, lawfulBecause, type Needs } from '../server/cases';
import { tokenOf } from '../server/input';
import type { Asked, Behaviour } from '../server/model';
import { whole } from '../server/records';
import { bucket, clockOff, costing, ofTheClock, planned, recent, retryLater, sliding } from './allowances';

const limitKey: Needs = { limitKey: true };
const windows = 'How a window runs is not shown.';
const counted = 'What counts as a request is not shown.';
const others = 'A key may have other users.';
const reported = 'Which window the headers report is not shown.';
const rounded = 'Both are rounded.';
const ban = 'Repeated requests after a 429 may cause a temporary ban of the API key.';
const custom = 'The figures of Enterprise are custom.';

/** The strictest that a run can be. */
const all: Needs = { limitKey: true, limitPlan: 'Free', plan: 'Business', exclusiveKey: true };

/** Others send so many requests with the limit key before each one of ours. */
const shared = (times: (seen: number) => number): Behaviour => ({
  meanwhile: ({ ledger, seen }) => {
    const row = ledger.get('limit');
    if (row !== undefined) row.minute.used += times(seen);
  },
});

/** Refuses for a reason that the headers, which tell of the minute's window, do not show. */
const refusedByTheDay = (after: number): Behaviour => ({
  ...metering((_, { key, world }) => (key === 'limit' && countOf(world, 'limited') > after ? { refused: true } : {})),
  retryAfter: () => '30000',
});

/** The same of the main key: a client can wait for it, and a run has ended by then. */
const refusedWithinTheHour: Behaviour = {
  ...metering((_, { key, world }) => (key === 'main' && countOf(world, 'counted') > 40 ? { refused: true } : {})),
  retryAfter: () => '3000',
};

/** Once the limit key was refused, its next window begins. */
const leaping: Behaviour = {
  meter: (asked) => {
    const row = rowOf(asked);
    if (row.times.length > 0) row.minute.used = 0;
    const allowance = meter(asked);
    const resetAt = allowance.resetAt + (row.times.length > 0 ? minute : 0);
    if (asked.key === 'limit' && allowance.refused) row.times = [1];
    return { ...allowance, resetAt };
  },
};

const isDecodable = ({ target }: Asked): boolean => !/%(?![0-9a-f]{2})|%ff/i.test(target);

const chargedAnyway = ({ headers: { authorization = '' }, key, world }: Asked): string =>
  key ?? (tokenOf(authorization) !== undefined || authorization.includes(world.keys.main) ? 'main' : 'nobody');

/** Each key has its own records, and a read looks for one before the limit. */
const ownRecords: Behaviour = {
  ...metering(({ refused }, { key, operation }) => ({
    refused: refused && !(key === 'limit' && operation === 'read'),
  })),
  ...showing(({ id }, { key }) => ({ id: key === 'limit' ? whole(id) + 9_000n : id })),
  ...replying({ operation: 'read' }, (_, { key }) => (key === 'limit' ? { ...failure(404), headers: {} } : {})),
};

/** A refused request puts the reset off. */
const puttingOff = metering(({ refused, resetAt }, { key, world }) =>
  refused ? { resetAt: resetAt + (countOf(world, `refused ${key}`) - 1) * 10_000 } : {},
);

/** Limits that run otherwise, and keys that are not ours alone. */
const overLimit: readonly LawfulRow[] = [
  ['others use the limit key all the time', shared(() => 1), others],
  ['others use the limit key now and then', shared((seen) => (seen % 7 === 0 ? 1 : 0)), others],
  ['others use up the limit key at once', shared((seen) => (seen % 300 === 0 ? 60 : 0)), others, { needs: limitKey }],
  ['whatever carries a key is charged to the main key', { rowOf: chargedAnyway }, counted],
  ['a bucket that refills, and everything is judged', bucket],
  // It comes back after a second, and all of them after a minute.
  ['a bucket that says when the next request comes back', { ...bucket, retryAfter: () => '1' }],
  ['a sliding window, and everything is judged', sliding],
  ["the day's window refuses, and the headers tell of the minute's", refusedByTheDay(30), reported],
  [
    'after forty requests the key is refused for fifty minutes',
    refusedWithinTheHour,
    "A key may have other users: the time of the run ends, and it is the user's.",
    { needs: {} },
  ],
  ['a new window begins right after the first 429', leaping, { needs: limitKey }],
  ["a window of the clock's own minutes, by a clock that is an hour fast", { ...clockOff(60 * minute), ...ofTheClock }],
  [
    'reads look for the record before the limit, and each key has its own records',
    ownRecords,
    'Which of several faults is told is not shown.',
    { needs: limitKey },
  ],
  [
    'what is not decodable is refused before the key, with the allowance of the address',
    {
      rowOf: (asked) => (isDecodable(asked) ? (asked.key ?? 'nobody') : 'address'),
      meter: (asked) => (isDecodable(asked) ? meter(asked) : meter(asked, { minute: 60, day: 1_000 })),
      rewrite: (reply, asked) => (isDecodable(asked) ? reply : failure(400, 'bad_request', 'It is malformed.')),
    },
    'The headers of a reply that belongs to no key are its own.',
  ],
  ['a list costs the limit key two', costing(({ key }) => (key === 'limit' ? 2 : 1)), counted],
  ['a refused request puts the reset off, and says so', puttingOff, ban],
  [
    'the reset is told to the second before, Retry-After to the one after',
    { ...retryLater, headers: (allowance) => headers({ ...allowance, resetAt: allowance.resetAt - 999 }) },
    rounded,
  ],
  [
    'the plan of the main key is custom, and a request costs what its reply weighs',
    { ...planned(50_000), ...costing(({ operation, key }) => (key === 'main' && operation === 'create' ? 3 : 1)) },
    custom,
    { needs: { limitKey: true, limitPlan: 'Free', plan: 'Enterprise' } },
  ],
];

/** Requests of an earlier run, of which one after the other is a minute old during this one. */
const afterAnotherRun: Behaviour = {
  meter: (asked) => {
    const row = rowOf(asked);
    const oldest = asked.world.behaviour.now() - minute;
    if (row.times.length === 0) row.times = Array.from({ length: 40 }, (_, nth) => oldest + 40 + nth);
    return recent(asked);
  },
};

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
    const remaining = Math.max(0, limit - used - (refused ? 0 : 1));
    return { limit, remaining, resetAt: one.opened + minute, refused };
  },
};

/** Windows in which requests come back during a run. */
const givingBack: readonly LawfulRow[] = [
  ['a sliding window, soon after another run with the same keys', afterAnotherRun],
  ["a window of the clock's own minutes, of which the one before counts in part", weighted],
];

/** Limits that run otherwise, keys that are not ours alone, and windows in which requests come back during a run. */
export const limits: readonly Lawful[] = lawfulBecause(windows, [...overLimit, ...givingBack]).map(
  (one): Lawful => ({ ...one, needs: one.needs ?? all }),
);
