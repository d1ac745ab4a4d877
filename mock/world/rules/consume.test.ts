import fc from 'fast-check';
import { bans, instants, runningAllowances, usageChange } from '../testing/ledger-arbitraries';
import { consume, giveBack, UNUSED, withUsage } from './account';

const cases = runningAllowances.chain((allowances) =>
  fc.record({ allowances: fc.constant(allowances), instants, bans, change: usageChange(allowances) }),
);

function frozen<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part);
  return Object.freeze(value);
}

it('the arithmetic of an account changes nothing that it is given', () =>
  fc.assert(
    fc.property(cases, ({ allowances, instants, bans, change }) => {
      let account = UNUSED;
      for (const [place, nowMs] of instants.entries()) {
        const now = Math.floor(nowMs / 1000);
        const changed = place % 7 === 3 ? withUsage(frozen(account), allowances, change, now) : account;
        const [after] = consume(frozen(changed), allowances, bans, now);
        account = place % 5 === 2 ? giveBack(frozen(after), allowances, now) : after;
      }
    }),
  ));
