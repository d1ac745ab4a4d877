import { headers, meter, minute, retryAfter, rowOf } from '../server/allowance';
import { countOf, failure, metering, replying, saying, showing } from '../server/altering';
import { type Lawful, type LawfulRow, lawfulBecause, type Needs } from '../server/cases';
import { planOf, tokenOf } from '../server/input';
import type { Allowance, Asked, Behaviour, Row, Stages } from '../server/model';
import { whole } from '../server/records';

const hour = 3_600_000;

/** The requests of the last sixty seconds count. */
export const sliding: Behaviour = { meter: (asked) => recent(asked) };

function recent(asked: Asked): Allowance {
  const { behaviour } = asked.world;
  const now = behaviour.now();
  const limit = behaviour.planOf(asked.key).minute;
  const row = rowOf(asked);
  const last = row.times.filter((time) => time > now - minute);
  const refused = last.length >= limit;
  row.times = refused ? last : [...last, now];
  return { limit, remaining: limit - row.times.length, resetAt: (row.times[0] ?? now) + minute, refused };
}

/** A bucket that refills bit by bit (GCRA): `opened` is when it will be full again. */
export const bucket: Behaviour = {
  meter: (asked) => {
    const { behaviour } = asked.world;
    const now = behaviour.now();
    const limit = behaviour.planOf(asked.key).minute;
    const each = minute / limit;
    const { minute: window } = rowOf(asked);
    const full = Math.max(now, window.opened);
    const refused = full + each - now > minute;
    if (!refused) window.opened = full + each;
    const remaining = Math.floor((minute - (window.opened - now)) / each);
    return { limit, remaining: Math.max(0, remaining), resetAt: window.opened, refused };
  },
};

const clockOff = (by: number): Behaviour => ({ now: () => Date.now() + by });
/** The first window has run for so long when the first request comes. */
const begunBefore = (milliseconds: number): Behaviour => ({
  minuteBegan: (now, { opened }) => (opened === 0 ? now - milliseconds : now),
});
const ofTheClock: Behaviour = { minuteBegan: (now) => now - (now % minute) };

/** What the limit key has used before the run. */
const alreadyUsed = (inMinute: number, inDay: number): Behaviour => ({
  meanwhile: ({ ledger, behaviour, seen }) => {
    if (seen > 1) return;
    const opened = behaviour.now();
    const row: Row = { minute: { opened, used: inMinute }, day: { opened, used: inDay }, times: [] };
    ledger.set('limit', row);
  },
});

/** The main key has other figures, and those of the limit key stay. */
const planned = (perMinute: number): Behaviour => ({
  planOf: (key) => (key === 'limit' ? planOf(key) : { minute: perMinute, day: 100 * perMinute }),
});
const costing = (cost: Stages['cost']): Behaviour => ({ cost });

const retryAfterDate: Behaviour = {
  retryAfter: ({ resetAt }) => new Date(Math.ceil(resetAt / 1_000) * 1_000).toUTCString(),
};
const retryLater: Behaviour = {
  retryAfter: (allowance, asked) => String(Number(retryAfter(allowance, asked)) + 1),
};

/** After the third refusal a key is banned. */
const banning = metering((allowance, asked) => {
  const row = rowOf(asked);
  if (allowance.refused) row.times = [...row.times, asked.world.behaviour.now()];
  const third = row.times[2];
  return third === undefined ? {} : { remaining: 0, resetAt: third + 600_000, refused: true };
});

const limitKey: Needs = { limitKey: true };
const windows = 'How a window runs is not shown.';
const counted = 'What counts as a request is not shown.';
const others = 'A key may have other users.';
const reported = 'Which window the headers report is not shown.';
const letter = 'It is the contract to the letter.';
const rounded = 'Both are rounded.';
const ban = 'Repeated requests after a 429 may cause a temporary ban of the API key.';
const custom = 'The figures of Enterprise are custom.';

/** Other clocks, windows and counts. */
const clocks: readonly Lawful[] = lawfulBecause(windows, [
  ['nothing unusual', {}, letter],
  [
    'nothing unusual, and everything is judged',
    {},
    letter,
    { needs: { limitKey: true, exclusiveKey: true, plan: 'Business', limitPlan: 'Free' } },
  ],
  [
    'service resumes after the window',
    begunBefore(57_000),
    'The window ends when Reset says so.',
    { needs: { limitKey: true, waitForReset: true } },
  ],
  [
    'Retry-After as a date',
    retryAfterDate,
    '`Retry-After` may be a date of HTTP (RFC 9110, 10.2.3).',
    { needs: limitKey },
  ],
  [
    'Retry-After as a date, by a clock that is three hours slow',
    { ...retryAfterDate, ...clockOff(-3 * hour) },
    'Reset and Date are of the same clock.',
    { needs: limitKey },
  ],
  ['Retry-After a second longer than Reset', retryLater, rounded, { needs: limitKey }],
  ['no Date header', saying({ Date: undefined }), 'A server without a clock sends none (RFC 9110, 6.6.1).'],
  [
    'a clock that is five hours fast',
    clockOff(5 * hour),
    "Reset is measured by the server's own Date.",
    { needs: limitKey },
  ],
  ['a clock that is a year slow', clockOff(-8_760 * hour), "Reset is measured by the server's own Date."],
  [
    'Reset rounded down',
    saying(({ resetAt }) => ({ 'X-RateLimit-Reset': String(Math.floor(resetAt / 1_000)) })),
    'How Reset is rounded is not shown.',
    { needs: limitKey },
  ],
  ['a sliding window', sliding, { needs: limitKey }],
  ['a bucket that refills', bucket, { needs: limitKey }],
  ["windows of the clock's own minutes", ofTheClock, { needs: limitKey }],
  ['a window that ends in the middle', begunBefore(59_000), { needs: { exclusiveKey: true } }],
  ['a window of the limit key that ends in the middle', begunBefore(59_600), { needs: limitKey }],
  [
    "the day's window in force",
    { meter: (asked) => meter(asked, { minute: Number.POSITIVE_INFINITY, day: 100_000 }) },
    reported,
    { needs: { plan: 'Business' } },
  ],
  [
    "the day's window of the limit key is nearly used up",
    alreadyUsed(0, 970),
    reported,
    { needs: { limitKey: true, limitPlan: 'Free' } },
  ],
  ['the minute of the limit key is half used up', alreadyUsed(30, 30), others, { needs: limitKey }],
  ['the limit key is used up from the start', alreadyUsed(60, 60), others, { needs: limitKey }],
  [
    'other clients use the same key',
    {
      meanwhile: ({ ledger, seen }) => {
        const row = ledger.get('main');
        if (row !== undefined && seen % 2 === 0) row.minute.used += 1;
      },
    },
    others,
  ],
  ['a plan of its own figures', planned(12_345), custom],
  [
    'refused requests cost nothing',
    {
      meter: (asked) => {
        const allowance = meter(asked);
        if (asked.operation === undefined || asked.key === undefined) rowOf(asked).minute.used -= 1;
        return allowance;
      },
    },
    counted,
  ],
  [
    'creates cost five',
    {
      ...costing(({ operation, key }) => (operation === 'create' && key === 'main' ? 5 : 1)),
      ...planned(10_000),
    },
    counted,
  ],
  [
    'a wrong key costs the key that it resembles',
    {
      rowOf: ({ key, headers: { authorization } }) =>
        key ?? (tokenOf(authorization)?.startsWith('ak-Main') ? 'main' : 'nobody'),
    },
    counted,
  ],
  [
    'too many requests without a key get 429',
    { planOf: (key) => (key === undefined ? { minute: 10, day: 100 } : planOf(key)) },
    'A request over the limit receives 429, whoever sends it.',
  ],
  ['repeated requests after a 429 ban the key', banning, ban, { needs: limitKey }],
]);

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
const limits: readonly LawfulRow[] = [
  ['others use the limit key all the time', shared(() => 1), others],
  ['others use the limit key now and then', shared((seen) => (seen % 7 === 0 ? 1 : 0)), others],
  ['others use up the limit key at once', shared((seen) => (seen % 300 === 0 ? 60 : 0)), others, { needs: limitKey }],
  ['whatever carries a key is charged to the main key', { rowOf: chargedAnyway }, counted],
  ['a bucket that refills, and everything is judged', bucket],
  // It comes back after a second, and all of them after a minute.
  ['a bucket that says when the next request comes back', { ...bucket, retryAfter: () => '1' }],
  ['a sliding window, and everything is judged', sliding],
  ["the day's window refuses, and the headers tell of the minute's", refusedByTheDay(30), reported],
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

/** Clocks, windows, counts and limits of another kind. */
export const allowances: readonly Lawful[] = [
  ...clocks,
  ...lawfulBecause(windows, [...limits, ...givingBack]).map((one): Lawful => ({ ...one, needs: one.needs ?? all })),
];
