import fc from 'fast-check';
import { accountOfAddress, accountOfKey, consume, giveBack, UNUSED, usageOf, withUsage } from '../../rules/account';
import type { AccountState, BanPolicy } from '../../stores/ledger';
import { describeLedger } from '../../stores/ledger.behaviour';
import { bans, instants, runningAllowances, usageChange } from '../../testing/ledger-arbitraries';
import { admittingLedger } from '../testing/admitting';
import { freshState } from '../testing/fresh-state';
import { onRedis } from '../testing/on-redis';

/** Cases of a law that takes a round trip for each step; what the arithmetic gives is tried more often, below. */
const FEW = 5;

onRedis('with a server', ({ connection }) => {
  const BOUNDS = { knownAddresses: 100_000, sweepAt: 10_000 };
  const NO_BANS: BanPolicy = { after: 0, seconds: 0 };
  const DAY = [{ window: 'day', requests: 1, seconds: 86_400 }];
  const make = async (some: BanPolicy, bounds = BOUNDS) =>
    admittingLedger(connection, await freshState(connection), { bans: some, ...bounds });

  describeLedger('a ledger in Redis', make, FEW);

  describe('a ledger in Redis', () => {
    const cases = runningAllowances.chain((some) =>
      fc.record({
        before: fc.constant(some),
        runs: fc.constantFrom(undefined, 'calendar', 'sliding'),
        instants,
        bans,
        change: usageChange(some),
      }),
    );

    it('counts as the rules do, on any clock', () =>
      fc.assert(
        fc.asyncProperty(cases, async ({ before, runs, instants, bans, change }) => {
          const ledger = await make(bans);
          let account: AccountState = UNUSED;
          // All are asked for before the first is answered: they are taken in this order.
          const steps = instants.map((nowMs, place) => {
            const now = Math.floor(nowMs / 1000);
            // From some time on windows run otherwise.
            const allowances = place < 12 ? before : before.map((one) => ({ ...one, runs }));
            const takenAtMs = instants[place - 1] ?? nowMs;
            const [after, decision] = consume(account, allowances, bans, now);
            const isChanged = place % 7 === 3;
            const isReturned = place % 5 === 1;
            account = isChanged ? withUsage(after, allowances, change, now) : after;
            if (isReturned) account = giveBack(account, allowances, Math.floor(takenAtMs / 1000));
            const usage = usageOf(account, allowances, now);
            return {
              expected: { decision, usage, account },
              met: {
                decision: ledger.consume('ann', allowances, nowMs),
                changed: isChanged ? ledger.set('ann', allowances, change, nowMs) : undefined,
                returned: isReturned ? ledger.giveBack('ann', allowances, takenAtMs) : undefined,
                usage: ledger.usage('ann', allowances, nowMs),
                dumped: ledger.dump(),
              },
            };
          });
          for (const { expected, met } of steps) {
            const [decision, usage] = [await met.decision, await met.usage];
            await met.changed;
            await met.returned;
            expect({ decision, usage, account: (await met.dumped).get('ann') }).toEqual(expected);
          }
        }),
      ));

    it('knows so many addresses, of more not the one that was met first, and every key', async () => {
      const [first, second, third, fourth] = ['1', '2', '3', '4'].map(accountOfAddress) as [
        string,
        string,
        string,
        string,
      ];
      const ann = accountOfKey('ann');
      const ledger = await make(NO_BANS, { ...BOUNDS, knownAddresses: 3 });
      for (const account of [first, ann, second, third, first, second, fourth]) await ledger.consume(account, DAY, 0);
      expect(await ledger.accounts()).toEqual([ann, second, third, fourth]);
      expect(await ledger.consume(second, DAY, 0)).toMatchObject({ outcome: 'exhausted' });
      const all = new Map([ann, first, second, third, fourth].map((name) => [name, UNUSED]));
      await ledger.restore(all, 0);
      expect(await ledger.accounts()).toEqual([ann, second, third, fourth]);
      await ledger.consume(first, DAY, 0);
      expect(await ledger.accounts()).toEqual([ann, third, fourth, first]);
    });

    it('forgets accounts whose windows are over once there are many', async () => {
      const ledger = await make(NO_BANS, { ...BOUNDS, sweepAt: 500 });
      const met = async (from: number, to: number, now: number): Promise<void> => {
        const names = Array.from({ length: to - from }, (_, number) => accountOfAddress(String(from + number)));
        await Promise.all(names.map(async (name) => ledger.consume(name, DAY, now)));
      };
      await met(0, 600, 0);
      expect(await ledger.accounts()).toHaveLength(600);
      await met(600, 1200, 86_400_000);
      const known = await ledger.accounts();
      expect(known.length).toBeLessThan(900);
      expect(known.slice(-600)).toEqual(
        Array.from({ length: 600 }, (_, number) => accountOfAddress(String(600 + number))),
      );
    });
  });
});
