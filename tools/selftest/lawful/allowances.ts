import { meter, minute, retryAfter, rowOf } from '../server/allowance';
import { metering, saying } from '../server/altering';
import { type Lawful, lawfulBecause, type Needs } from '../server/cases';
import { planOf, tokenOf } from '../server/input';
import type { Allowance, Asked, Behaviour, Row, Stages } from '../server/model';

const hour = 3_600_000;

/** The requests of the last sixty seconds count. */
export const sliding: Behaviour = { meter: (asked) => recent(asked) };

export function recent(asked: Asked): Allowance {
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

export const clockOff = (by: number): Behaviour => ({ now: () => Date.now() + by });
/** The first window has run for so long when the first request comes. */
const begunBefore = (milliseconds: number): Behaviour => ({
  minuteBegan: (now, { opened }) => (opened === 0 ? now - milliseconds : now),
});
export const ofTheClock: Behaviour = { minuteBegan: (now) => now - (now % minute) };

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
export const planned = (perMinute: number): Behaviour => ({
  planOf: (key) => (key === 'limit' ? planOf(key) : { minute: perMinute, day: 100 * perMinute }),
});
export const costing = (cost: Stages['cost']): Behaviour => ({ cost });

const retryAfterDate: Behaviour = {
  retryAfter: ({ resetAt }) => new Date(Math.ceil(resetAt / 1_000) * 1_000).toUTCString(),
};
export const retryLater: Behaviour = {
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
export const allowances: readonly Lawful[] = lawfulBecause(windows, [
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
