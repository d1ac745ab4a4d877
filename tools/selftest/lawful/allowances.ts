import { meter, minute, retryAfter, rowOf } from '../server/allowance';
import type { Behaviour } from '../server/behaviour';
import type { Lawful, Needs } from '../server/cases';
import { planOf, tokenOf } from '../server/keys';
import type { Row } from '../server/model';
import { saying } from '../server/saying';

const hour = 3_600_000;

/** The requests of the last sixty seconds count. */
export const sliding: Behaviour = {
  meter: (asked) => {
    const { behaviour } = asked.world;
    const now = behaviour.now();
    const limit = behaviour.planOf(asked.key).minute;
    const row = rowOf(asked);
    const recent = row.times.filter((time) => time > now - minute);
    const refused = recent.length >= limit;
    row.times = refused ? recent : [...recent, now];
    return { limit, remaining: limit - row.times.length, resetAt: (row.times[0] ?? now) + minute, refused };
  },
};

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

/** What the limit key has used before the run. */
const alreadyUsed = (inMinute: number, inDay: number): Behaviour => ({
  meanwhile: ({ ledger, behaviour, seen }) => {
    if (seen > 1) return;
    const opened = behaviour.now();
    const row: Row = { minute: { opened, used: inMinute }, day: { opened, used: inDay }, times: [] };
    ledger.set('limit', row);
  },
});

const retryAfterDate: Behaviour = {
  retryAfter: ({ resetAt }) => new Date(Math.ceil(resetAt / 1_000) * 1_000).toUTCString(),
};

const limitKey: Needs = { limitKey: true };
const windows = 'How a window runs is not shown.';
const counted = 'What counts as a request is not shown.';

const lawful = (name: string, because: string, behaviour: Behaviour, needs?: Needs): Lawful => ({
  name,
  because,
  behaviour,
  ...(needs === undefined ? {} : { needs }),
});

/** Other clocks, windows and counts. */
export const allowances: readonly Lawful[] = [
  lawful('nothing unusual', 'It is the contract to the letter.', {}),
  lawful(
    'nothing unusual, and everything is judged',
    'It is the contract to the letter.',
    {},
    {
      limitKey: true,
      exclusiveKey: true,
      plan: 'Business',
      limitPlan: 'Free',
    },
  ),
  lawful(
    'service resumes after the window',
    'The window ends when Reset says so.',
    {
      minuteBegan: (now, { opened }) => (opened === 0 ? now - 57_000 : now),
    },
    { limitKey: true, waitForReset: true },
  ),
  lawful('Retry-After as a date', '`Retry-After` may be a date of HTTP (RFC 9110, 10.2.3).', retryAfterDate, limitKey),
  lawful(
    'Retry-After as a date, by a clock that is three hours slow',
    'Reset and Date are of the same clock.',
    { ...retryAfterDate, ...clockOff(-3 * hour) },
    limitKey,
  ),
  lawful(
    'Retry-After a second longer than Reset',
    'Both are rounded.',
    {
      retryAfter: (allowance, asked) => String(Number(retryAfter(allowance, asked)) + 1),
    },
    limitKey,
  ),
  lawful('no Date header', 'A server without a clock sends none (RFC 9110, 6.6.1).', saying({ Date: undefined })),
  lawful(
    'a clock that is five hours fast',
    "Reset is measured by the server's own Date.",
    clockOff(5 * hour),
    limitKey,
  ),
  lawful('a clock that is a year slow', "Reset is measured by the server's own Date.", clockOff(-8_760 * hour)),
  lawful(
    'Reset rounded down',
    'How Reset is rounded is not shown.',
    saying(({ resetAt }) => ({
      'X-RateLimit-Reset': String(Math.floor(resetAt / 1_000)),
    })),
    limitKey,
  ),
  lawful('a sliding window', windows, sliding, limitKey),
  lawful('a bucket that refills', windows, bucket, limitKey),
  lawful("windows of the clock's own minutes", windows, { minuteBegan: (now) => now - (now % minute) }, limitKey),
  lawful(
    'a window that ends in the middle',
    windows,
    {
      minuteBegan: (now, { opened }) => (opened === 0 ? now - 59_000 : now),
    },
    { exclusiveKey: true },
  ),
  lawful(
    'a window of the limit key that ends in the middle',
    windows,
    {
      minuteBegan: (now, { opened }) => (opened === 0 ? now - 59_600 : now),
    },
    limitKey,
  ),
  lawful(
    "the day's window in force",
    'Which window the headers report is not shown.',
    {
      meter: (asked) => meter(asked, { minute: Number.POSITIVE_INFINITY, day: 100_000 }),
    },
    { plan: 'Business' },
  ),
  lawful(
    "the day's window of the limit key is nearly used up",
    'Which window the headers report is not shown.',
    alreadyUsed(0, 970),
    { limitKey: true, limitPlan: 'Free' },
  ),
  lawful('the minute of the limit key is half used up', 'A key may have other users.', alreadyUsed(30, 30), limitKey),
  lawful('the limit key is used up from the start', 'A key may have other users.', alreadyUsed(60, 60), limitKey),
  lawful('other clients use the same key', 'A key may have other users.', {
    meanwhile: ({ ledger, seen }) => {
      const row = ledger.get('main');
      if (row !== undefined && seen % 2 === 0) row.minute.used += 1;
    },
  }),
  lawful('a plan of its own figures', 'The figures of Enterprise are custom.', {
    planOf: (key) => (key === 'limit' ? planOf(key) : { minute: 12_345, day: 1_234_567 }),
  }),
  lawful('refused requests cost nothing', counted, {
    meter: (asked) => {
      const allowance = meter(asked);
      if (asked.operation === undefined || asked.key === undefined) rowOf(asked).minute.used -= 1;
      return allowance;
    },
  }),
  lawful('creates cost five', counted, {
    cost: ({ operation, key }) => (operation === 'create' && key === 'main' ? 5 : 1),
    planOf: (key) => (key === 'limit' ? planOf(key) : { minute: 10_000, day: 1_000_000 }),
  }),
  lawful('a wrong key costs the key that it resembles', counted, {
    rowOf: ({ key, headers }) => key ?? (tokenOf(headers.authorization)?.startsWith('ak-Main') ? 'main' : 'nobody'),
  }),
  lawful('too many requests without a key get 429', 'A request over the limit receives 429, whoever sends it.', {
    planOf: (key) => (key === undefined ? { minute: 10, day: 100 } : planOf(key)),
  }),
  lawful(
    'repeated requests after a 429 ban the key',
    'Repeated requests after a 429 may cause a temporary ban of the API key.',
    {
      meter: (asked) => {
        const allowance = meter(asked);
        const row = rowOf(asked);
        if (allowance.refused) row.times = [...row.times, asked.world.behaviour.now()];
        const third = row.times[2];
        return third === undefined
          ? allowance
          : { ...allowance, remaining: 0, resetAt: third + 600_000, refused: true };
      },
    },
    limitKey,
  ),
];
