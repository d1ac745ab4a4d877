import fc from 'fast-check';
import type { Allowance } from '../../../openapi/contract';
import { allowances, bans, DAY, instants, usageChange } from '../testing/ledger-arbitraries';
import type { AccountState, BanPolicy, QuotaLedger, UsageChange } from './ledger';
import type { Awaitable } from './store';

/**
 * How every ledger shows, sets and hands over what it remembers; `make` gives an empty one.
 *
 * @param numRuns so many cases of each law; fewer where each step takes a round trip
 */
export function describeLedgerUsage(
  name: string,
  make: (bans: BanPolicy) => Awaitable<QuotaLedger>,
  numRuns = 100,
): void {
  const assertForAll = (law: (drawn: Case) => Promise<void>): Promise<void> =>
    fc.assert(fc.asyncProperty(cases, law), { numRuns });

  describe(`${name}, looked at and set at any time`, () => {
    it('reports each window as a look at it alone does, and the end of a ban', () =>
      assertForAll(async ({ allowances, steps, bans }) => {
        const ledger = await make(bans);
        for (const step of steps) {
          await take(step, ledger, 'ann', allowances);
          const { windows, bannedUntil } = await ledger.usage('ann', allowances, step.now);
          expect(windows.map((window) => window.name)).toEqual(allowances.map(({ window }) => window));
          for (const [place, allowance] of allowances.entries()) {
            const told = windows[place];
            const { window } = await ledger.peek('ann', [allowance], step.now);
            expect(told).toMatchObject({
              limit: allowance.requests,
              remaining: Math.max(0, allowance.requests - (told?.used ?? Number.NaN)),
            });
            if (bannedUntil !== undefined) continue;
            expect(told?.remaining).toBe(window?.remaining);
            expect(told?.resetAt ?? seconds(step.now) + allowance.seconds).toBe(window?.resetAt);
          }
          const { outcome, retryAt } = await ledger.peek('ann', [], step.now);
          expect(outcome === 'banned' ? retryAt : undefined).toBe(bannedUntil);
        }
      }));

    it('counts the refusals in a row, and bans at so many of them, once and for so long', () =>
      assertForAll(async ({ allowances, steps, bans }) => {
        const ledger = await make(bans);
        for (const { now } of steps) {
          const before = await ledger.usage('ann', allowances, now);
          const { outcome } = await ledger.consume('ann', allowances, now);
          const after = await ledger.usage('ann', allowances, now);
          if (before.bannedUntil !== undefined) {
            expect([outcome, after]).toEqual(['banned', before]);
            continue;
          }
          const refusals = before.windows.some(({ remaining }) => remaining === 0) ? before.refusals + 1 : 0;
          const isBanned = bans.after > 0 && bans.seconds > 0 && refusals >= bans.after;
          expect(outcome).toBe(isBanned ? 'banned' : refusals > 0 ? 'exhausted' : 'served');
          expect(after.refusals).toBe(isBanned ? 0 : refusals);
          expect(after.bannedUntil).toBe(isBanned ? seconds(now) + bans.seconds : undefined);
        }
      }));

    it('lets looking, listing and handing over change nothing', () =>
      assertForAll(async ({ allowances, steps, bans }) => {
        const [watched, alone] = [await make(bans), await make(bans)];
        for (const step of steps) {
          for (const now of [step.now, step.now + DAY, step.now - DAY]) {
            await watched.usage('ann', allowances, now);
            await watched.peek('ann', allowances, now);
          }
          await watched.usage('nobody', allowances, step.now);
          await watched.accounts();
          await watched.dump();
          expect(await take(step, watched, 'ann', allowances)).toEqual(await take(step, alone, 'ann', allowances));
        }
        expect(await watched.dump()).toEqual(await alone.dump());
      }));

    it('has what was set, and the rest as before', () =>
      assertForAll(async ({ allowances, steps, bans }) => {
        const ledger = await make(bans);
        for (const { now, change } of steps) {
          await ledger.consume('ann', allowances, now);
          const before = await ledger.usage('ann', allowances, now);
          await ledger.set('ann', allowances, change, now);
          const { used = {}, bannedSeconds } = change;
          const banned = bannedSeconds === 0 ? undefined : seconds(now) + (bannedSeconds ?? 0);
          expect(await ledger.usage('ann', allowances, now)).toEqual({
            windows: before.windows.map((window, place) => {
              const count = used[window.name];
              if (count === undefined) return window;
              const opened = seconds(now) + (allowances[place]?.seconds ?? 0);
              const remaining = Math.max(0, window.limit - count);
              return { ...window, used: count, remaining, resetAt: window.resetAt ?? opened };
            }),
            refusals: bannedSeconds === undefined ? before.refusals : 0,
            bannedUntil: bannedSeconds === undefined ? before.bannedUntil : banned,
          });
        }
      }));

    it('lets no ban that was set last longer than that, however the clock goes', () =>
      assertForAll(async ({ allowances, steps }) => {
        const ledger = await make({ after: 0, seconds: 0 });
        await ledger.set('ann', allowances, { bannedSeconds: 100 }, steps[0].now);
        let latest = Number.POSITIVE_INFINITY;
        for (const { now } of steps) {
          await ledger.consume('ann', [], now);
          const { bannedUntil } = await ledger.usage('ann', allowances, now);
          if (bannedUntil === undefined) continue;
          expect(bannedUntil).toBe(Math.min(latest, seconds(now) + 100));
          latest = bannedUntil;
        }
        expect(latest).toBeLessThanOrEqual(seconds(steps[0].now) + 100);
      }));

    it('keeps accounts apart', () =>
      assertForAll(async ({ allowances, steps, bans }) => {
        const [shared, anns] = [await make(bans), await make(bans)];
        for (const [index, step] of steps.entries()) {
          await take({ ...step, change: steps.at(-1 - index)?.change ?? {} }, shared, 'ben', allowances);
          expect(await take(step, shared, 'ann', allowances)).toEqual(await take(step, anns, 'ann', allowances));
        }
      }));

    it('goes on in a fresh ledger as it would have in the one that handed over', () =>
      assertForAll(async ({ allowances, steps, bans }) => {
        const [first, second] = [await make(bans), await make(bans)];
        const middle = Math.floor(steps.length / 2);
        for (const step of steps.slice(0, middle)) {
          await take(step, first, 'ann', allowances);
          await take({ ...step, change: {} }, first, 'ben', allowances);
        }
        await second.consume('zoe', allowances, steps[0].now);
        const dumped = await first.dump();
        // A copy of the moment: what is taken later does not show in it.
        const copy = new Map([...dumped].map(([account, state]) => [account, copyOf(state)]));
        await second.restore(dumped, steps[0].now);
        expect(await second.accounts()).toEqual(await first.accounts());
        for (const step of steps.slice(middle)) {
          for (const account of ['ann', 'ben']) {
            expect(await take(step, second, account, allowances)).toEqual(await take(step, first, account, allowances));
          }
        }
        expect(dumped).toEqual(copy);
      }));

    it('tells what is used of windows that are open, what is refused, and each account of which it remembers', async () => {
      const ledger = await make(NO_BANS);
      const unused = { windows: [{ ...WINDOW, used: 0, remaining: 2, resetAt: undefined }], refusals: 0 };
      expect(await ledger.usage('ann', [MINUTE], 0)).toEqual({ ...unused, bannedUntil: undefined });
      expect(await ledger.accounts()).toEqual([]);
      for (let request = 1; request <= 4; request += 1) await ledger.consume('ann', [MINUTE], 0);
      await ledger.set('ben', [MINUTE], { bannedSeconds: 9 }, 0);
      const used = { windows: [{ ...WINDOW, used: 2, remaining: 0, resetAt: 60 }], refusals: 2 };
      expect(await ledger.usage('ann', [MINUTE], 30_000)).toEqual({ ...used, bannedUntil: undefined });
      expect(await ledger.usage('ann', [MINUTE], 60_000)).toEqual({ ...unused, refusals: 2, bannedUntil: undefined });
      expect([...(await ledger.accounts())].sort()).toEqual(['ann', 'ben']);
    });

    it.each(['hour', 'constructor', '__proto__'])(
      'refuses to set a window that the account does not have (%s), and sets none',
      async (stray) => {
        const ledger = await make(NO_BANS);
        const used = Object.fromEntries([
          ['minute', 1],
          [stray, 1],
        ]);
        const setting = async () => ledger.set('ann', [MINUTE], { used, bannedSeconds: 9 }, 0);
        await expect(setting()).rejects.toThrow(`The account has no window "${stray}".`);
        expect(await ledger.accounts()).toEqual([]);
      },
    );

    it('hands over plain data that it shares with none', async () => {
      const [first, second] = [await make(NO_BANS), await make(NO_BANS)];
      for (let request = 1; request <= 4; request += 1) await first.consume('ann', [MINUTE], 0);
      await first.set('ben', [MINUTE], { bannedSeconds: 30 }, 0);
      const windows = [{ name: 'minute', openedAt: 0, used: 2 }];
      const accounts = await first.dump();
      expect([...accounts]).toEqual([
        ['ann', { windows, refusals: 2 }],
        ['ben', { windows: [], refusals: 0, bannedUntil: 30, banSeconds: 30 }],
      ]);
      const ann = { windows, refusals: 2, bannedUntil: undefined, banSeconds: undefined };
      await second.restore(new Map([['ann', ann]]), 0);
      windows.length = 0;
      expect(await second.usage('ann', [MINUTE], 0)).toMatchObject({ windows: [{ used: 2 }] });
    });

    it('takes of a ban of unknown length what is left for the whole, when the clock is set back', async () => {
      const ledger = await make(NO_BANS);
      const banned = { windows: [], refusals: 0, bannedUntil: 30, banSeconds: undefined };
      await ledger.restore(new Map([['ann', banned]]), 10_000);
      const endAt = async (now: number) => (await ledger.usage('ann', [MINUTE], now)).bannedUntil;
      expect([await endAt(10_000), await endAt(-9_000), await endAt(30_000)]).toEqual([30, 11, undefined]);
    });
  });
}

const NO_BANS: BanPolicy = { after: 0, seconds: 0 };
const MINUTE: Allowance = { window: 'minute', requests: 2, seconds: 60 };
const WINDOW = { name: 'minute', limit: 2 };

interface Step {
  /** Unix milliseconds. */
  readonly now: number;
  readonly change: UsageChange;
}

interface Case {
  readonly allowances: readonly [Allowance, ...Allowance[]];
  readonly steps: readonly [Step, ...Step[]];
  readonly bans: BanPolicy;
}

/** A request, what is then set, and all that is known of the account after that. */
async function take({ now, change }: Step, ledger: QuotaLedger, account: string, allowances: readonly Allowance[]) {
  const decision = await ledger.consume(account, allowances, now);
  await ledger.set(account, allowances, change, now);
  return { decision, usage: await ledger.usage(account, allowances, now) };
}

const copyOf = (state: AccountState): AccountState => structuredClone(state);

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** Changes are rare, so that what was set before is felt. */
const cases: fc.Arbitrary<Case> = fc.tuple(allowances, instants, bans).chain(([allowances, instants, bans]) => {
  const change = fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: usageChange(allowances) });
  const [first = 0, ...later] = instants;
  return fc
    .tuple(change, fc.array(change, { minLength: later.length, maxLength: later.length }))
    .map(([begin, changes]): Case => {
      const steps = later.map((now, place) => ({ now, change: changes[place] ?? {} }));
      return { allowances, bans, steps: [{ now: first, change: begin }, ...steps] };
    });
});
