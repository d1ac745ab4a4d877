import { headers, meter, minute, retryAfter, rowOf } from '../server/allowance';
import type { Asked, Behaviour } from '../server/behaviour';
import type { Lawful, Needs } from '../server/cases';
import { countOf } from '../server/every';
import { planOf, tokenOf } from '../server/keys';
import type { Allowance } from '../server/model';
import { show } from '../server/records';
import { bucket, sliding } from './allowances';

const limitKey: Needs = { limitKey: true };
/** The strictest that a run can be. */
const all: Needs = { limitKey: true, limitPlan: 'Free', plan: 'Business', exclusiveKey: true };

const lawful = (name: string, because: string, behaviour: Behaviour, needs: Needs = limitKey): Lawful => ({
  name,
  because,
  behaviour,
  needs,
});

const windows = 'How a window runs is not shown.';
const counted = 'What counts as a request is not shown.';
const others = 'A key may have other users.';
const reported = 'Which window the headers report is not shown.';

/** Others send so many requests with the limit key before each one of ours. */
const shared = (times: (seen: number) => number): Behaviour => ({
  meanwhile: ({ ledger, seen }) => {
    const row = ledger.get('limit');
    if (row !== undefined) row.minute.used += times(seen);
  },
});

/** Refuses for a reason that the headers, which tell of the minute's window, do not show. */
const refusedByTheDay = (after: number): Behaviour => ({
  meter: (asked) => {
    const allowance = meter(asked);
    if (asked.key !== 'limit' || countOf(asked.world, 'limited') <= after) return allowance;
    return { ...allowance, refused: true };
  },
  retryAfter: () => '30000',
});

/** The next request comes back after a second, all of them after a minute. */
const nextToken: Behaviour = {
  ...bucket,
  retryAfter: () => '1',
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

const isDecodable = (target: string): boolean => !/%(?![0-9a-f]{2})|%ff/i.test(target);

const chargedAnyway = ({ headers: { authorization = '' }, key, world }: Asked): string =>
  key ?? (tokenOf(authorization) !== undefined || authorization.includes(world.keys.main) ? 'main' : 'nobody');

/** Limits that run otherwise, and keys that are not ours alone. */
export const limits: readonly Lawful[] = [
  lawful(
    'others use the limit key all the time',
    others,
    shared(() => 1),
    all,
  ),
  lawful(
    'others use the limit key now and then',
    others,
    shared((seen) => (seen % 7 === 0 ? 1 : 0)),
    all,
  ),
  lawful(
    'others use up the limit key at once',
    others,
    shared((seen) => (seen % 300 === 0 ? 60 : 0)),
  ),
  lawful('whatever carries a key is charged to the main key', counted, { rowOf: chargedAnyway }, all),
  lawful('a bucket that refills, and everything is judged', windows, bucket, all),
  lawful('a bucket that says when the next request comes back', windows, nextToken, all),
  lawful('a sliding window, and everything is judged', windows, sliding, all),
  lawful("the day's window refuses, and the headers tell of the minute's", reported, refusedByTheDay(30), all),
  lawful('a new window begins right after the first 429', windows, leaping),
  lawful(
    "a window of the clock's own minutes, by a clock that is an hour fast",
    windows,
    { now: () => Date.now() + 60 * minute, minuteBegan: (now) => now - (now % minute) },
    all,
  ),
  lawful(
    'reads look for the record before the limit, and each key has its own records',
    'Which of several faults is told is not shown.',
    {
      meter: (asked) => {
        const allowance = meter(asked);
        return asked.key === 'limit' && asked.operation === 'read' ? { ...allowance, refused: false } : allowance;
      },
      show: (animal, { key }) => show(key === 'limit' ? { ...animal, id: animal.id + 9_000n } : animal),
      rewrite: (reply, { key, operation }) =>
        key === 'limit' && operation === 'read'
          ? { status: 404, headers: {}, body: { code: 'not_found', message: 'There is no such animal.', status: 404 } }
          : reply,
    },
  ),
  lawful(
    'what is not decodable is refused before the key, with the allowance of the address',
    'The headers of a reply that belongs to no key are its own.',
    {
      rowOf: (asked) => (isDecodable(asked.target) ? (asked.key ?? 'nobody') : 'address'),
      meter: (asked) => (isDecodable(asked.target) ? meter(asked) : meter(asked, { minute: 60, day: 1_000 })),
      rewrite: (reply, { target }) =>
        isDecodable(target)
          ? reply
          : { status: 400, headers: {}, body: { code: 'bad_request', message: 'It is malformed.', status: 400 } },
    },
    all,
  ),
  lawful('a list costs the limit key two', counted, { cost: ({ key }) => (key === 'limit' ? 2 : 1) }, all),
  lawful(
    'a refused request puts the reset off, and says so',
    'Repeated requests after a 429 may cause a temporary ban of the API key.',
    {
      meter: (asked) => {
        const allowance = meter(asked);
        const later = allowance.refused ? countOf(asked.world, `refused ${asked.key}`) - 1 : 0;
        return { ...allowance, resetAt: allowance.resetAt + later * 10_000 };
      },
    },
    all,
  ),
  lawful(
    'the reset is told to the second before, Retry-After to the one after',
    'Both are rounded.',
    {
      headers: (allowance: Allowance) => headers({ ...allowance, resetAt: allowance.resetAt - 999 }),
      retryAfter: (allowance, asked) => String(Number(retryAfter(allowance, asked)) + 1),
    },
    all,
  ),
  lawful(
    'the plan of the main key is custom, and a request costs what its reply weighs',
    'The figures of Enterprise are custom.',
    {
      planOf: (key) => (key === 'limit' ? planOf(key) : { minute: 50_000, day: 5_000_000 }),
      cost: ({ operation, key }) => (key === 'main' && operation === 'create' ? 3 : 1),
    },
    { limitKey: true, limitPlan: 'Free', plan: 'Enterprise' },
  ),
];
