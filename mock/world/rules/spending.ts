import type { AccountState, BanPolicy, Decision, RunningAllowance, WindowReport } from '../stores/ledger';
import { banEnd, banned, settled, UNUSED } from './account';
import {
  refusing,
  remaining,
  resetAt,
  scarcest,
  statesOf,
  type WindowState,
  withMore,
  withOneBack,
  withUsed,
} from './windows';

/**
 * Takes one request from every window of an account, or refuses it and takes nothing.
 *
 * @param now Unix seconds
 * @returns the account after that, and what became of the request
 */
export function spend(
  before: AccountState,
  allowances: readonly RunningAllowance[],
  bans: BanPolicy,
  now: number,
): readonly [AccountState, Decision] {
  const account = settled(before, now);
  const states = statesOf(account.windows, allowances, now);
  const end = banEnd(account, now);
  if (now < end) return [account, whileBanned(end, states)];
  const refused = refusing(states);
  if (refused === undefined) {
    const taken = states.map((state) => withMore(state, 1, now));
    return [{ ...UNUSED, windows: withUsed(account.windows, taken) }, served(taken)];
  }
  const refusals = account.refusals + 1;
  const isBanned = bans.after > 0 && bans.seconds > 0 && refusals >= bans.after;
  if (!isBanned) return [{ ...account, refusals }, exhausted(refused)];
  return [banned(account, bans.seconds, now), whileBanned(now + bans.seconds, states)];
}

/**
 * The account with one request given back to each window that still counts it.
 *
 * @param spentAt when it was taken, in Unix seconds
 */
export const giveBack = (
  account: AccountState,
  allowances: readonly RunningAllowance[],
  spentAt: number,
): AccountState => ({ ...account, windows: withOneBack(account.windows, allowances, spentAt) });

/**
 * What `spend` would report, except that a refusal begins no ban.
 *
 * @param now Unix seconds
 */
export function peek(account: AccountState, allowances: readonly RunningAllowance[], now: number): Decision {
  const states = statesOf(account.windows, allowances, now);
  const end = banEnd(account, now);
  if (now < end) return whileBanned(end, states);
  const refused = refusing(states);
  return refused === undefined ? served(states) : exhausted(refused);
}

const report = (state: WindowState): WindowReport => ({
  name: state.allowance.window,
  limit: state.allowance.requests,
  remaining: remaining(state),
  resetAt: resetAt(state),
});

function served(states: readonly WindowState[]): Decision {
  const window = scarcest(states);
  return { outcome: 'served', window: window && report(window), retryAt: 0 };
}

const exhausted = (state: WindowState): Decision => ({
  outcome: 'exhausted',
  window: report(state),
  retryAt: resetAt(state),
});

/** During a ban nothing is left. A window that is used up may last longer than the ban. */
function whileBanned(end: number, states: readonly WindowState[]): Decision {
  const refused = refusing(states);
  const window = refused ?? scarcest(states);
  const retryAt = Math.max(end, refused === undefined ? end : resetAt(refused));
  return {
    outcome: 'banned',
    window: window && { ...report(window), remaining: 0, resetAt: retryAt },
    retryAt,
  };
}
