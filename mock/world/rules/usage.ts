import { own } from '../../../openapi/contract';
import type { AccountState, RunningAllowance, Usage, UsageChange } from '../stores/ledger';
import { banEnd, banned, settled } from './account';
import { remaining, resetAt, statesOf, withExactly, withUsed } from './windows';

/** @param now Unix seconds */
export function usageOf(account: AccountState, allowances: readonly RunningAllowance[], now: number): Usage {
  const end = banEnd(account, now);
  return {
    windows: statesOf(account.windows, allowances, now).map((state) => ({
      name: state.allowance.window,
      limit: state.allowance.requests,
      used: state.used,
      remaining: remaining(state),
      resetAt: state.isOpen ? resetAt(state) : undefined,
    })),
    refusals: account.refusals,
    bannedUntil: now < end ? end : undefined,
  };
}

/**
 * The account with a change made, and the rest as before. A window that is not open opens now.
 *
 * @param now Unix seconds
 * @throws RangeError for a window that is none of the allowances'
 */
export function withUsage(
  before: AccountState,
  allowances: readonly RunningAllowance[],
  { used = {}, bannedSeconds }: UsageChange,
  now: number,
): AccountState {
  assertNamed(used, allowances);
  const account = settled(before, now);
  const changed = statesOf(account.windows, allowances, now).flatMap((state) => {
    const wanted = own(used, state.allowance.window);
    return typeof wanted === 'number' ? [withExactly(state, wanted, now)] : [];
  });
  const counted = { ...account, windows: withUsed(account.windows, changed) };
  return bannedSeconds === undefined ? counted : banned(counted, bannedSeconds, now);
}

/** @throws RangeError for a window that is none of the allowances' */
export function assertNamed(used: Readonly<Record<string, number>>, allowances: readonly RunningAllowance[]): void {
  const names = allowances.map(({ window }) => window);
  const stray = Object.keys(used).find((name) => !names.includes(name));
  if (stray === undefined) return;
  throw new RangeError(`The account has no window "${stray}". Name one of those that it has: ${names.join(', ')}.`);
}
