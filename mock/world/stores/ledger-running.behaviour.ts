import fc from 'fast-check';
import { DAY, instants, runningAllowances } from '../testing/ledger-arbitraries';
import type { BanPolicy, QuotaLedger, RunningAllowance } from './ledger';
import type { Awaitable } from './store';

const MINUTE = 60_000;
/** At half past a minute. */
const NOON = Date.parse('2030-06-01T12:00:30.250Z');
const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/**
 * What every ledger does where windows run by the calendar, or slide, and where requests are given back.
 *
 * @param numRuns so many cases of each law; fewer where each step takes a round trip
 */
export function describeRunningLedger(
  name: string,
  make: (bans: BanPolicy) => Awaitable<QuotaLedger>,
  numRuns = 100,
): void {
  const unbanned = () => make({ after: 0, seconds: 0 });
  const served = async (ledger: QuotaLedger, allowances: readonly RunningAllowance[], now: number, count: number) => {
    const outcomes: string[] = [];
    for (let nth = 0; nth < count; nth += 1) outcomes.push((await ledger.spend('ann', allowances, now)).outcome);
    return outcomes.filter((outcome) => outcome === 'served').length;
  };
  const two = (window: string, seconds: number, runs: RunningAllowance['runs']): readonly RunningAllowance[] =>
    // The name of a window is the contract's; a ledger takes any.
    [{ window, requests: 2, seconds, runs } as RunningAllowance];

  describe(`${name}, of windows by the calendar`, () => {
    it('gives all back when the minute, and the day, of the clock begins', async () => {
      const ledger = await unbanned();
      for (const [window, seconds, end] of [
        ['minute', 60, '2030-06-01T12:01:00Z'],
        ['day', 86_400, '2030-06-02T00:00:00Z'],
      ] as const) {
        const all = two(window, seconds, 'calendar');
        expect(await served(ledger, all, NOON, 3)).toBe(2);
        expect(await ledger.peek('ann', all, NOON)).toMatchObject({ retryAt: secondsOf(Date.parse(end)) });
        expect(await served(ledger, all, Date.parse(end) - 1, 1)).toBe(0);
        expect(await served(ledger, all, Date.parse(end), 3)).toBe(2);
      }
    });
  });

  describe(`${name}, of sliding windows`, () => {
    it('gives back what was used when it is as old as the window is long', async () => {
      const ledger = await unbanned();
      const all = two('minute', 60, 'sliding');
      expect(await served(ledger, all, NOON, 1)).toBe(1);
      expect(await served(ledger, all, NOON + MINUTE / 2, 2)).toBe(1);
      const decision = await ledger.peek('ann', all, NOON + MINUTE / 2);
      expect(decision).toMatchObject({ outcome: 'exhausted', window: { remaining: 0, resetAt: secondsOf(NOON) + 60 } });
      expect(await served(ledger, all, NOON + MINUTE, 2)).toBe(1);
      expect(await served(ledger, all, NOON + 2 * MINUTE, 3)).toBe(2);
    });

    it('counts a day in parts of 24 minutes', async () => {
      const ledger = await unbanned();
      const all = two('day', 86_400, 'sliding');
      await served(ledger, all, NOON, 2);
      expect(await served(ledger, all, NOON + DAY - 25 * MINUTE, 1)).toBe(0);
      expect(await served(ledger, all, NOON + DAY, 3)).toBe(2);
    });

    it('serves no more than the allowance in any time of its length, on a clock that goes on', () =>
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
              const recent = times.filter((time) => secondsOf(time) > secondsOf(now) - 60);
              const { outcome, window } = await ledger.spend('ann', all, now);
              expect(outcome).toBe(recent.length < requests ? 'served' : 'exhausted');
              if (outcome === 'served') times.push(now);
              const left = requests - recent.length - (outcome === 'served' ? 1 : 0);
              expect(window?.remaining).toBe(left);
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
            for (const one of [ledger, other]) await one.spend('ann', allowances, now);
            const before = await ledger.usage('ann', allowances, now);
            if ((await ledger.spend('ann', allowances, now)).outcome !== 'served') continue;
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
        await ledger.spend('ann', all, NOON);
        const later = NOON + 61_000;
        expect(await served(ledger, all, later, 2)).toBe(2);
        expect(await ledger.spend('ann', all, later)).toMatchObject({ outcome: 'banned' });
        await ledger.giveBack('ann', all, NOON);
        expect(await ledger.usage('ann', all, later)).toMatchObject({
          windows: [{ used: 2 }],
          bannedUntil: secondsOf(later) + 60,
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
}
