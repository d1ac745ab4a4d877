import fc from 'fast-check';
import type { Allowance } from '../../../openapi/contract';
import { allowances, bans, DAY, instants } from '../testing/ledger-arbitraries';
import type { BanPolicy, Decision, QuotaLedger, WindowReport } from './ledger';
import type { Awaitable } from './store';

/**
 * What every ledger does, wherever it keeps its figures; `make` gives an empty one.
 *
 * @param numRuns so many cases of each law; fewer where each step takes a round trip
 */
export function describeLedger(name: string, make: (bans: BanPolicy) => Awaitable<QuotaLedger>, numRuns = 100): void {
  const assertForAll = (law: Law): Promise<void> =>
    fc.assert(fc.asyncProperty(allowances, instants, bans, law), { numRuns });

  describe(`${name}, on any clock`, () => {
    const unbanned = () => make({ after: 0, seconds: 0 });

    it('serves a request when every window has one left, and takes one from each or none from any', () =>
      assertForAll(async (allowances, instants) => {
        const ledger = await unbanned();
        for (const now of instants) {
          const before = await peekEach(ledger, allowances, now);
          const { outcome } = await ledger.spend('ann', allowances, now);
          const after = await peekEach(ledger, allowances, now);
          const isServed = before.every(({ remaining }) => remaining > 0);
          expect(outcome).toBe(isServed ? 'served' : 'exhausted');
          expect(after).toEqual(
            before.map((window) => ({ ...window, remaining: window.remaining - (isServed ? 1 : 0) })),
          );
        }
      }));

    it('never serves more than the allowance before the end that it last told, and all of it after', () =>
      assertForAll(async ([allowance], instants) => {
        const ledger = await unbanned();
        let served = 0;
        let end = Number.NEGATIVE_INFINITY;
        for (const now of instants) {
          if (seconds(now) >= end) served = 0;
          const { outcome, window } = await ledger.spend('ann', [allowance], now);
          expect(outcome).toBe(served < allowance.requests ? 'served' : 'exhausted');
          if (outcome === 'served') served += 1;
          end = window?.resetAt ?? Number.NaN;
          expect(window?.remaining).toBe(allowance.requests - served);
        }
      }));

    it('tells a window that ends later than now, within its length, with nothing beyond its limit left', () =>
      assertForAll(async (allowances, instants) => {
        const ledger = await unbanned();
        for (const now of instants) {
          const { window } = await ledger.spend('ann', allowances, now);
          const allowance = allowances.find(({ window: named }) => named === window?.name);
          expect(window?.limit).toBe(allowance?.requests);
          expect(window?.remaining).toBeGreaterThanOrEqual(0);
          expect(window?.remaining).toBeLessThan(allowance?.requests ?? 0);
          expect(window?.resetAt).toBeGreaterThan(seconds(now));
          expect(window?.resetAt).toBeLessThanOrEqual(seconds(now) + (allowance?.seconds ?? 0));
        }
      }));

    it('refuses until the end of the window it names, and serves from then on', () =>
      assertForAll(async (allowances, instants) => {
        const ledger = await unbanned();
        for (const now of instants) {
          const { outcome, window, retryAt } = await ledger.spend('ann', allowances, now);
          if (outcome === 'served') continue;
          expect({ retryAt, remaining: window?.remaining }).toEqual({ retryAt: window?.resetAt, remaining: 0 });
          expect((await ledger.peek('ann', allowances, retryAt * 1000 - 1)).outcome).toBe('exhausted');
          expect((await ledger.peek('ann', allowances, retryAt * 1000)).outcome).toBe('served');
        }
      }));

    it('lets a look change nothing', () =>
      assertForAll(async (allowances, instants, bans) => {
        const [watched, alone] = [await make(bans), await make(bans)];
        for (const now of instants) {
          await watched.peek('ann', allowances, now);
          await watched.peek('ann', allowances, now + DAY);
          await watched.peek('ann', allowances, now - DAY);
          expect(await watched.spend('ann', allowances, now)).toEqual(await alone.spend('ann', allowances, now));
        }
      }));

    it('tells at a look what a request then meets', () =>
      assertForAll(async (allowances, instants, bans) => {
        const ledger = await make(bans);
        for (const now of instants) {
          const foretold = await ledger.peek('ann', allowances, now);
          const met = await ledger.spend('ann', allowances, now);
          // The request itself may be the refusal that bans.
          if (foretold.outcome === 'exhausted' && met.outcome === 'banned') continue;
          expect(met).toEqual(foretold.outcome === 'served' ? oneLess(foretold) : foretold);
        }
      }));

    it('keeps accounts apart', () =>
      assertForAll(async (allowances, instants, bans) => {
        const [shared, anns, bens] = [await make(bans), await make(bans), await make(bans)];
        for (const [index, now] of instants.entries()) {
          const [account, own] = index % 3 === 0 ? (['ben', bens] as const) : (['ann', anns] as const);
          expect(await shared.spend(account, allowances, now)).toEqual(await own.spend(account, allowances, now));
        }
      }));

    it('bans with nothing left, for no longer than the ban lasts or what is used up stays so', () =>
      assertForAll(async (allowances, instants, bans) => {
        const ledger = await make(bans);
        for (const now of instants) {
          const longest = Math.max(bans.seconds, ...allowances.map((allowance) => allowance.seconds));
          const { outcome, window, retryAt } = await ledger.spend('ann', allowances, now);
          if (outcome !== 'banned') continue;
          expect(retryAt).toBeGreaterThan(seconds(now));
          expect(retryAt).toBeLessThanOrEqual(seconds(now) + longest);
          expect(window).toMatchObject({ remaining: 0, resetAt: retryAt });
          expect((await ledger.peek('ann', allowances, retryAt * 1000 - 1)).outcome).not.toBe('served');
          expect((await ledger.peek('ann', allowances, retryAt * 1000)).outcome).toBe('served');
        }
      }));
  });
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const oneLess = (decision: Decision): Decision => ({
  ...decision,
  window: decision.window && { ...decision.window, remaining: decision.window.remaining - 1 },
});

/** What each window says when it is asked alone. */
async function peekEach(ledger: QuotaLedger, allowances: readonly Allowance[], now: number): Promise<WindowReport[]> {
  const reports: WindowReport[] = [];
  for (const allowance of allowances) {
    const { window } = await ledger.peek('ann', [allowance], now);
    if (window !== undefined) reports.push(window);
  }
  expect(reports).toHaveLength(allowances.length);
  return reports;
}

type Law = (
  allowances: readonly [Allowance, ...Allowance[]],
  instants: readonly number[],
  bans: BanPolicy,
) => Promise<void>;
