import { own } from '../../../openapi/contract';
import type {
  AccountState,
  BanPolicy,
  Decision,
  RunningAllowance,
  Usage,
  UsageChange,
  WindowReport,
} from '../stores/ledger';
import {
  refusing,
  remaining,
  resetAt,
  scarcest,
  statesOf,
  type WindowState,
  withExactly,
  withMore,
  withOneBack,
  withUsed,
} from './windows';

/** The ledger's accounts: each key has one by its name, and callers without a key have one for each address. */
export const accountOfKey = (name: string): string => `key ${name}`;
export const accountOfAddress = (address: string): string => `address ${address}`;

/** The name of the key that an account belongs to; undefined for that of an address. */
export const keyOfAccount = (account: string): string | undefined =>
  account.startsWith(accountOfKey('')) ? account.slice(accountOfKey('').length) : undefined;

// All times are Unix seconds. No function changes its arguments.

/** An account of which nothing is remembered. */
export const UNUSED: AccountState = { windows: [], refusals: 0, bannedUntil: undefined, banSeconds: undefined };

/**
 * When the account's ban ends; -Infinity where it has none. As with windows, the end comes nearer when the clock was set
 * back: a ban lasts no longer than its length.
 */
function banEnd({ bannedUntil, banSeconds }: AccountState, now: number): number {
  if (bannedUntil === undefined) return Number.NEGATIVE_INFINITY;
  return banSeconds === undefined ? bannedUntil : Math.min(bannedUntil, now + banSeconds);
}

/** The account with a ban that begins now; refusals are counted anew. 0 seconds lift a ban. */
function banned(account: AccountState, seconds: number, now: number): AccountState {
  const ban = seconds === 0 ? NO_BAN : { bannedUntil: now + seconds, banSeconds: seconds };
  return { windows: account.windows, refusals: 0, ...ban };
}

const NO_BAN = { bannedUntil: undefined, banSeconds: undefined };

/** Makes permanent what a clock that was set back has changed: windows and bans end earlier, also when it goes on again. */
function settled(account: AccountState, now: number): AccountState {
  const { refusals, bannedUntil, banSeconds } = account;
  // The usual case, on each request's path.
  if (bannedUntil === undefined && account.windows.every(({ openedAt }) => openedAt <= now)) return account;
  const windows = account.windows.map((window) => (window.openedAt > now ? { ...window, openedAt: now } : window));
  const end = banEnd(account, now);
  return { windows, refusals, ...(now < end ? { bannedUntil: end, banSeconds } : NO_BAN) };
}

/** A ban of unknown length counts as one that begins now. */
export function withBanLength(account: AccountState, now: number): AccountState {
  const { bannedUntil, banSeconds } = account;
  if (bannedUntil === undefined || banSeconds !== undefined) return account;
  return { ...account, banSeconds: Math.max(0, bannedUntil - now) };
}

/** Whether the account can be forgotten without any difference. */
export function isOver({ windows, bannedUntil }: AccountState, now: number): boolean {
  if (bannedUntil !== undefined && now < bannedUntil) return false;
  return windows.every(({ openedAt }) => now >= openedAt + LONGEST_WINDOW);
}

/** No window is longer than a day. */
export const LONGEST_WINDOW = 86_400;

/**
 * Takes one request from every window of an account, or refuses it and takes nothing.
 *
 * @param now Unix seconds
 * @returns the account after that, and what became of the request
 */
export function consume(
  before: AccountState,
  allowances: readonly RunningAllowance[],
  bans: BanPolicy,
  now: number,
): readonly [AccountState, Decision] {
  const account = settled(before, now);
  const states = statesOf(account.windows, allowances, now);
  const decision = decide(account, states, now);
  if (decision.outcome === 'banned') return [account, decision];
  if (decision.outcome === 'served') {
    const taken = states.map((state) => withMore(state, 1, now));
    return [{ ...UNUSED, windows: withUsed(account.windows, taken) }, served(taken)];
  }
  const refusals = account.refusals + 1;
  const isBanned = bans.after > 0 && bans.seconds > 0 && refusals >= bans.after;
  if (!isBanned) return [{ ...account, refusals }, decision];
  return [banned(account, bans.seconds, now), whileBanned(now + bans.seconds, states)];
}

/**
 * The account with one request given back to each window that still counts it.
 *
 * @param consumedAt when it was taken, in Unix seconds
 */
export const giveBack = (
  account: AccountState,
  allowances: readonly RunningAllowance[],
  consumedAt: number,
): AccountState => ({ ...account, windows: withOneBack(account.windows, allowances, consumedAt) });

/**
 * What `consume` would report, except that a refusal begins no ban.
 *
 * @param now Unix seconds
 */
export const peek = (account: AccountState, allowances: readonly RunningAllowance[], now: number): Decision =>
  decide(account, statesOf(account.windows, allowances, now), now);

function decide(account: AccountState, states: readonly WindowState[], now: number): Decision {
  const end = banEnd(account, now);
  if (now < end) return whileBanned(end, states);
  const refused = refusing(states);
  return refused === undefined
    ? served(states)
    : { outcome: 'exhausted', window: report(refused), retryAt: resetAt(refused) };
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

/** During a ban nothing is left. A window that is used up may last longer than the ban. */
function whileBanned(end: number, states: readonly WindowState[]): Decision {
  const refused = refusing(states);
  const window = refused ?? scarcest(states);
  const retryAt = refused === undefined ? end : Math.max(end, resetAt(refused));
  return { outcome: 'banned', window: window && { ...report(window), remaining: 0, resetAt: retryAt }, retryAt };
}

/** @param now Unix seconds */
export function usageOf(account: AccountState, allowances: readonly RunningAllowance[], now: number): Usage {
  const end = banEnd(account, now);
  return {
    windows: statesOf(account.windows, allowances, now).map((state) => ({
      ...report(state),
      used: state.used,
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
