import type { AccountState } from '../stores/ledger';

// All times are Unix seconds. No function changes its arguments.

/** An account of which nothing is remembered. */
export const UNUSED: AccountState = { windows: [], refusals: 0, bannedUntil: undefined, banSeconds: undefined };

/**
 * When the account's ban ends; -Infinity where it has none. As with windows, the end comes nearer when the clock was set
 * back: a ban lasts no longer than its length.
 */
export function banEnd({ bannedUntil, banSeconds }: AccountState, now: number): number {
  if (bannedUntil === undefined) return Number.NEGATIVE_INFINITY;
  return banSeconds === undefined ? bannedUntil : Math.min(bannedUntil, now + banSeconds);
}

/** The account with a ban that begins now; refusals are counted anew. 0 seconds lift a ban. */
export function banned(account: AccountState, seconds: number, now: number): AccountState {
  const ban = seconds === 0 ? NO_BAN : { bannedUntil: now + seconds, banSeconds: seconds };
  return { windows: account.windows, refusals: 0, ...ban };
}

const NO_BAN = { bannedUntil: undefined, banSeconds: undefined };

/**
 * Makes permanent what a clock that was set back has changed: windows and bans end earlier, also when it goes on again.
 * A ban that is over is removed. Gives the same object where nothing changes.
 */
export function settled(account: AccountState, now: number): AccountState {
  const { refusals, bannedUntil, banSeconds } = account;
  let { windows } = account;
  if (windows.some(({ openedAt }) => openedAt > now))
    windows = windows.map((window) => (window.openedAt > now ? { ...window, openedAt: now } : window));
  const end = banEnd(account, now);
  const isBanKept = bannedUntil === undefined || (now < end && end === bannedUntil);
  if (isBanKept) return windows === account.windows ? account : { ...account, windows };
  return now < end ? { windows, refusals, bannedUntil: end, banSeconds } : { windows, refusals, ...NO_BAN };
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
