import fc from 'fast-check';
import type { Allowance } from '../../../openapi/contract';
import { allowances, bans, DAY, instants, runningAllowances } from '../testing/ledger-arbitraries';
import type { BanPolicy, Decision, QuotaLedger, RunningAllowance, WindowReport } from './ledger';
import { describeLedgerUsage } from './ledger-usage.behaviour';
import type { Awaitable } from './store';

/**
 * What every ledger does, wherever it keeps its figures; `make` gives an empty one.
 *
 * @param numRuns so many cases of each law; fewer where each step takes a round trip
 */
export function describeLedger(name: string, make: (bans: BanPolicy) => Awaitable<QuotaLedger>, numRuns = 100): void {
  const assertForAll = (law: Law): Promise<void> =>
    fc.assert(fc.asyncProperty(allowances, instants, bans, law), { numRuns });

  const unbanned = () => make({ after: 0, seconds: 0 });

  describe(`${name}, on any clock`, () => {
    it('serves a request when every window has one left, takes one from each or none from any, names the scarcest, and refuses until that ends', () =>
      assertForAll(async (allowances, instants) => {
        const ledger = await unbanned();
        for (const now of instants) {
          const before = await peekEach(ledger, allowances, now);
          const { outcome, window, retryAt } = await ledger.consume('ann', allowances, now);
          const after = await peekEach(ledger, allowances, now);
          const isServed = before.every(({ remaining }) => remaining > 0);
          expect(outcome).toBe(isServed ? 'served' : 'exhausted');
          expect(after).toEqual(
            before.map((window) => ({ ...window, remaining: window.remaining - (isServed ? 1 : 0) })),
          );
          // The one with the fewest left; of those that are used up the one that stays so for longest; else the later one.
          const least = Math.min(...after.map(({ remaining }) => remaining));
          const scarce = after.filter(({ remaining }) => remaining === least);
          const last = Math.max(...scarce.map(({ resetAt }) => resetAt));
          expect(window).toEqual(scarce.findLast(({ resetAt }) => isServed || resetAt === last));
          if (isServed) continue;
          expect({ retryAt, remaining: window?.remaining }).toEqual({ retryAt: window?.resetAt, remaining: 0 });
          expect((await ledger.peek('ann', allowances, retryAt * 1000 - 1)).outcome).toBe('exhausted');
          expect((await ledger.peek('ann', allowances, retryAt * 1000)).outcome).toBe('served');
        }
      }));

    it('never serves more than the allowance before the end that it last told, and all of it after', () =>
      assertForAll(async ([allowance], instants) => {
        const ledger = await unbanned();
        let served = 0;
        let end = Number.NEGATIVE_INFINITY;
        for (const now of instants) {
          if (seconds(now) >= end) served = 0;
          const { outcome, window } = await ledger.consume('ann', [allowance], now);
          expect(outcome).toBe(served < allowance.requests ? 'served' : 'exhausted');
          if (outcome === 'served') served += 1;
          end = window?.resetAt ?? Number.NaN;
          expect(window?.remaining).toBe(allowance.requests - served);
        }
      }));

    it('tells at a look what a request then meets, and bans with nothing left, for no longer than the ban lasts or what is used up stays so', () =>
      assertForAll(async (allowances, instants, bans) => {
        const ledger = await make(bans);
        const longest = Math.max(bans.seconds, ...allowances.map((allowance) => allowance.seconds));
        for (const now of instants) {
          const foretold = await ledger.peek('ann', allowances, now);
          const met = await ledger.consume('ann', allowances, now);
          // The request itself may be the refusal that bans.
          const isBannedNow = foretold.outcome === 'exhausted' && met.outcome === 'banned';
          if (!isBannedNow) expect(met).toEqual(foretold.outcome === 'served' ? oneLess(foretold) : foretold);
          if (met.outcome !== 'banned') continue;
          const { window, retryAt } = met;
          expect(retryAt).toBeGreaterThan(seconds(now));
          expect(retryAt).toBeLessThanOrEqual(seconds(now) + longest);
          expect(window).toMatchObject({ remaining: 0, resetAt: retryAt });
          expect((await ledger.peek('ann', allowances, retryAt * 1000 - 1)).outcome).not.toBe('served');
          expect((await ledger.peek('ann', allowances, retryAt * 1000)).outcome).toBe('served');
        }
      }));

    it('opens a window with the first request, and limits none where there are no allowances', async () => {
      const ledger = await unbanned();
      const now = Date.parse('2030-06-01T12:00:00.900Z');
      expect(await ledger.consume('ann', [], now)).toEqual({ outcome: 'served', window: undefined, retryAt: 0 });
      const window = { name: 'minute', limit: 2, remaining: 1, resetAt: seconds(now) + 60 };
      const allowance = { window: 'minute', requests: 2, seconds: 60 };
      expect(await ledger.consume('ann', [allowance], now)).toEqual({ outcome: 'served', window, retryAt: 0 });
    });

    it('serves no more of many requests at once than are allowed', async () => {
      const ledger = await unbanned();
      const all = await Promise.all(Array.from({ length: 10 }, async () => ledger.consume('ann', [oneA('day', 3)], 0)));
      expect(all.filter(({ outcome }) => outcome === 'served')).toHaveLength(3);
    });

    it('forgets no account whose window is open, however many others come', async () => {
      const ledger = await unbanned();
      const once = [oneA('day', 1)];
      const names = ['ann', ...Array.from({ length: 10_001 }, (_, other) => `other ${other}`)];
      await Promise.all(names.map(async (name) => ledger.consume(name, once, 0)));
      expect((await ledger.consume('ann', once, 1)).outcome).toBe('exhausted');
    });
  });

  const served = async (ledger: QuotaLedger, allowances: readonly RunningAllowance[], now: number, count: number) => {
    const outcomes: string[] = [];
    for (let nth = 0; nth < count; nth += 1) outcomes.push((await ledger.consume('ann', allowances, now)).outcome);
    return outcomes.filter((outcome) => outcome === 'served').length;
  };
  const two = (window: string, seconds: number, runs: RunningAllowance['runs']): readonly RunningAllowance[] =>
    // The name of a window is the contract's; a ledger takes any.
    [{ window, requests: 2, seconds, runs } as RunningAllowance];

  describe(`${name}, of windows by the calendar`, () => {
    it('gives all back when the minute, and the day, of the clock begins', async () => {
      const ledger = await unbanned();
      for (const [window, length, end] of [
        ['minute', 60, '2030-06-01T12:01:00Z'],
        ['day', 86_400, '2030-06-02T00:00:00Z'],
      ] as const) {
        const all = two(window, length, 'calendar');
        expect(await served(ledger, all, NOON, 3)).toBe(2);
        expect(await ledger.peek('ann', all, NOON)).toMatchObject({ retryAt: seconds(Date.parse(end)) });
        expect(await served(ledger, all, Date.parse(end) - 1, 1)).toBe(0);
        expect(await served(ledger, all, Date.parse(end), 3)).toBe(2);
      }
    });
  });

  describe(`${name}, of sliding windows`, () => {
    it('counts a day in parts of 24 minutes', async () => {
      const ledger = await unbanned();
      const all = two('day', 86_400, 'sliding');
      await served(ledger, all, NOON, 2);
      expect(await served(ledger, all, NOON + DAY - 25 * MINUTE, 1)).toBe(0);
      expect(await served(ledger, all, NOON + DAY, 3)).toBe(2);
    });

    it('serves no more than the allowance in any time of its length, and tells when the oldest of it is back', () =>
      fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 5 }),
          fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 40 }),
          async (requests, steps) => {
            const ledger = await unbanned();
            const all: readonly RunningAllowance[] = [{ window: 'minute', requests, seconds: 60, runs: 'sliding' }];
            const times: number[] = [];
            let now = NOON;
            for (const step of steps) {
              now += step;
              const recent = times.filter((time) => seconds(time) > seconds(now) - 60);
              const { outcome, window } = await ledger.consume('ann', all, now);
              expect(outcome).toBe(recent.length < requests ? 'served' : 'exhausted');
              if (outcome === 'served') times.push(now);
              const left = requests - recent.length - (outcome === 'served' ? 1 : 0);
              expect(window).toMatchObject({ remaining: left, resetAt: seconds(recent[0] ?? now) + 60 });
            }
          },
        ),
        { numRuns },
      ));
  });

  describe(`${name}, of any windows`, () => {
    it('is as before once the last request is given back, but that its windows are open', () =>
      fc.assert(
        fc.asyncProperty(runningAllowances, instants, async (allowances, times) => {
          const [ledger, other] = [await unbanned(), await unbanned()];
          for (const now of times) {
            for (const one of [ledger, other]) await one.consume('ann', allowances, now);
            const before = await ledger.usage('ann', allowances, now);
            if ((await ledger.consume('ann', allowances, now)).outcome !== 'served') continue;
            const returned = await ledger.giveBack('ann', allowances, now);
            expect(returned).toEqual(await ledger.peek('ann', allowances, now));
            expect(await ledger.usage('ann', allowances, now)).toEqual(before);
            expect(returned).toEqual(await other.peek('ann', allowances, now));
          }
        }),
        { numRuns },
      ));

    it('gives back what was taken then, and touches no window or ban that has begun since', async () => {
      for (const runs of [undefined, 'calendar', 'sliding'] as const) {
        const ledger = await make({ after: 1, seconds: 60 });
        const all = two('minute', 60, runs);
        await ledger.consume('ann', all, NOON);
        const later = NOON + 61_000;
        expect(await served(ledger, all, later, 2)).toBe(2);
        expect(await ledger.consume('ann', all, later)).toMatchObject({ outcome: 'banned' });
        await ledger.giveBack('ann', all, NOON);
        expect(await ledger.usage('ann', all, later)).toMatchObject({
          windows: [{ used: 2 }],
          bannedUntil: seconds(later) + 60,
        });
      }
    });

    it('goes on to count what was used where windows run otherwise from now on', async () => {
      const ledger = await unbanned();
      const [sliding, plain] = [two('minute', 60, 'sliding'), two('minute', 60, undefined)];
      await served(ledger, sliding, NOON, 1);
      await served(ledger, sliding, NOON + 10_000, 1);
      expect(await served(ledger, plain, NOON + 20_000, 1)).toBe(0);
      expect(await served(ledger, sliding, NOON + 20_000, 1)).toBe(0);
      // The window is that of the oldest part, with all that is used.
      expect(await served(ledger, plain, NOON + MINUTE + 10_000, 3)).toBe(2);
    });

    it('gives nothing back where nothing is used', async () => {
      const ledger = await unbanned();
      const all = two('minute', 60, undefined);
      expect(await ledger.giveBack('ann', all, NOON)).toMatchObject({ outcome: 'served', window: { remaining: 2 } });
      expect(await served(ledger, all, NOON, 3)).toBe(2);
    });
  });

  describeLedgerUsage(name, make, numRuns);
}

const MINUTE = 60_000;
/** At half past a minute. */
const NOON = Date.parse('2030-06-01T12:00:30.250Z');

const oneA = (window: string, requests: number): Allowance => ({ window, requests, seconds: 86_400 });

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const oneLess = (decision: Decision): Decision => ({
  ...decision,
  window: decision.window && { ...decision.window, remaining: decision.window.remaining - 1 },
});

/** What each window says when it is asked alone: it ends later than now, within its length. */
async function peekEach(ledger: QuotaLedger, allowances: readonly Allowance[], now: number): Promise<WindowReport[]> {
  const reports: WindowReport[] = [];
  for (const allowance of allowances) {
    const { window } = await ledger.peek('ann', [allowance], now);
    if (window === undefined) throw new Error('an allowance has a window');
    expect(window).toMatchObject({ name: allowance.window, limit: allowance.requests });
    expect(window.resetAt).toBeGreaterThan(seconds(now));
    expect(window.resetAt).toBeLessThanOrEqual(seconds(now) + allowance.seconds);
    reports.push(window);
  }
  return reports;
}

type Law = (
  allowances: readonly [Allowance, ...Allowance[]],
  instants: readonly number[],
  bans: BanPolicy,
) => Promise<void>;
