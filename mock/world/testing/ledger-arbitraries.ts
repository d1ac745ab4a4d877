import fc from 'fast-check';
import type { Allowance } from '../../../openapi/contract';
import type { BanPolicy, RunningAllowance, UsageChange } from '../stores/ledger';

/** In milliseconds. */
export const DAY = 86_400_000;
const LENGTHS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;

const allowance = (window: keyof typeof LENGTHS): fc.Arbitrary<Allowance> =>
  fc.integer({ min: 1, max: 4 }).map((requests) => ({ window, requests, seconds: LENGTHS[window] }));

export const allowances: fc.Arbitrary<readonly [Allowance, ...Allowance[]]> = fc.oneof(
  fc.tuple(fc.constantFrom('second', 'minute', 'day').chain(allowance)),
  fc.tuple(allowance('minute'), allowance('day')),
  fc.tuple(allowance('hour'), allowance('second'), allowance('minute')),
);

/** The same, of windows that run in any way. */
export const runningAllowances: fc.Arbitrary<readonly RunningAllowance[]> = allowances.chain((some) =>
  fc.tuple(
    ...some.map((one) =>
      fc.constantFrom(undefined, 'calendar' as const, 'sliding' as const).map((runs) => ({ ...one, runs })),
    ),
  ),
);

/** Mostly a moment later; at times to the end of a window, far ahead, or back. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 1500 }) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(LENGTHS).map((length) => length * 1000)) },
  { weight: 2, arbitrary: fc.integer({ min: -90_000, max: 90_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -100 * 365 * DAY, max: 100 * 365 * DAY }) },
);

/** Unix milliseconds, one for each request. */
export const instants = fc.array(step, { minLength: 1, maxLength: 40 }).map((steps) => {
  let now = Date.parse('2030-06-01T12:00:00.250Z');
  return steps.map((by) => {
    now += by;
    return now;
  });
});

export const bans: fc.Arbitrary<BanPolicy> = fc.record({
  after: fc.integer({ min: 0, max: 3 }),
  seconds: fc.integer({ min: 0, max: 120 }),
});

/** What to set of an account that has these allowances. */
export function usageChange(allowances: readonly Allowance[]): fc.Arbitrary<UsageChange> {
  const names = fc.constantFrom(...allowances.map(({ window }) => window));
  return fc.record(
    {
      used: fc.dictionary(names, fc.integer({ min: 0, max: 6 })),
      bannedSeconds: fc.integer({ min: 0, max: 200 }),
    },
    { requiredKeys: [] },
  );
}
