import fc from 'fast-check';
import { createMemoryLedger } from '../memory/ledger';
import type { AccountState } from '../stores/ledger';
import { allowances, bans, instants, usageChange } from '../testing/ledger-arbitraries';
import { consume, peek, UNUSED, usageOf, withUsage } from './account';

/** As a store gets it back that keeps texts. */
const throughJson = (account: AccountState): AccountState => JSON.parse(JSON.stringify(account));

function frozen(account: AccountState): AccountState {
  for (const window of account.windows) Object.freeze(window);
  Object.freeze(account.windows);
  return Object.freeze(account);
}

describe('the arithmetic of an account', () => {
  const cases = allowances.chain((some) =>
    fc.record({ allowances: fc.constant(some), instants, bans, change: usageChange(some) }),
  );

  it('is the same on a copy that went through JSON at each step, and changes nothing that it is given', () =>
    fc.assert(
      fc.property(cases, ({ allowances, instants, bans, change }) => {
        const ledger = createMemoryLedger(bans);
        let account: AccountState = frozen(throughJson(UNUSED));
        for (const [place, nowMs] of instants.entries()) {
          const now = Math.floor(nowMs / 1000);
          const [after, decision] = consume(account, allowances, bans, now);
          expect(decision).toEqual(ledger.consume('ann', allowances, nowMs));
          account = frozen(throughJson(after));
          if (place % 7 === 3) {
            account = frozen(throughJson(withUsage(account, allowances, change, now)));
            ledger.set('ann', allowances, change, nowMs);
          }
          expect(peek(account, allowances, now)).toEqual(ledger.peek('ann', allowances, nowMs));
          expect(usageOf(account, allowances, now)).toEqual(ledger.usage('ann', allowances, nowMs));
        }
      }),
    ));
});
