import { type Allowance, own } from '../../openapi/contract';
import { remaining, resetAt, statesOf, type Window } from './windows';

/** All that a ledger remembers of one account, as it is handed out and taken back. */
export interface AccountState {
  /** By name, those that have closed since included. */
  readonly windows: ReadonlyMap<string, Window>;
  /** How many requests in a row were refused. */
  readonly refusals: number;
  /** Unix seconds; undefined: never banned. */
  readonly bannedUntil: number | undefined;
  /** How long the ban was when it began; left out where that is not known. */
  readonly banSeconds?: number | undefined;
}

/** By the accounts' names. */
export type Accounts = ReadonlyMap<string, AccountState>;

/** What an account has used and has left at a certain time. */
export interface Usage {
  /** In the order of the allowances. */
  readonly windows: readonly WindowUsage[];
  /** How many requests in a row were refused. */
  readonly refusals: number;
  /** Unix seconds; undefined: not banned now. */
  readonly bannedUntil: number | undefined;
}

export interface WindowUsage {
  /** The window's name: `minute`, `day`, … */
  readonly name: string;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Unix seconds; undefined while the window is not open. */
  readonly resetAt: number | undefined;
}

/** What to set of an account; what is left out stays. */
export interface UsageChange {
  /** Requests used, by the window's name; they may be more than the limit. */
  readonly used?: Readonly<Record<string, number>> | undefined;
  /** For how long the account is banned from now on; 0 lifts a ban. Either way refusals are counted anew. */
  readonly bannedSeconds?: number | undefined;
}

/** An account in memory. All times are Unix seconds. */
export interface Account {
  readonly windows: Map<string, Window>;
  refusals: number;
  ban: Ban | undefined;
}

interface Ban {
  readonly until: number;
  readonly seconds: number;
}

export const newAccount = (): Account => ({ windows: new Map(), refusals: 0, ban: undefined });

/**
 * When the account's ban ends, in Unix seconds; -Infinity where it never had one. As with windows, the end comes nearer
 * when the clock was set back: no ban is to last for longer than it was meant to, whoever meant it.
 */
export function banEnd({ ban }: Account, now: number): number {
  return ban === undefined ? Number.NEGATIVE_INFINITY : Math.min(ban.until, now + ban.seconds);
}

/** A ban begins, and the count of refusals with it anew. */
export function beginBan(account: Account, seconds: number, now: number): void {
  account.ban = seconds === 0 ? undefined : { until: now + seconds, seconds };
  account.refusals = 0;
}

/** Keeps what has come nearer, so that it stays there when the clock goes on; and a ban that is over is over for good. */
export function settle(account: Account, now: number): void {
  for (const [name, { openedAt, used }] of account.windows) {
    if (openedAt > now) account.windows.set(name, { openedAt: now, used });
  }
  const { ban } = account;
  const until = banEnd(account, now);
  if (now >= until) account.ban = undefined;
  else if (ban !== undefined && until < ban.until) account.ban = { until, seconds: ban.seconds };
}

export function usageOf(account: Account, allowances: readonly Allowance[], now: number): Usage {
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

/** @throws RangeError for a window that is none of the allowances' */
export function assertNamed({ used = {} }: UsageChange, allowances: readonly Allowance[]): void {
  const names = allowances.map(({ window }) => window);
  const stray = Object.keys(used).find((name) => !names.includes(name));
  if (stray === undefined) return;
  throw new RangeError(`The account has no window "${stray}". Name one of those that it has: ${names.join(', ')}.`);
}

export function change(account: Account, allowances: readonly Allowance[], wanted: UsageChange, now: number): void {
  for (const { allowance, openedAt } of statesOf(account.windows, allowances, now)) {
    const used = own(wanted.used ?? {}, allowance.window);
    if (typeof used === 'number') account.windows.set(allowance.window, { openedAt, used });
  }
  if (wanted.bannedSeconds !== undefined) beginBan(account, wanted.bannedSeconds, now);
}

export const stateOf = ({ windows, refusals, ban }: Account): AccountState => ({
  windows: new Map(windows),
  refusals,
  bannedUntil: ban?.until,
  banSeconds: ban?.seconds,
});

/** Of a ban whose length is not known, what is left of it now is taken for the whole. */
export function accountOf({ windows, refusals, bannedUntil, banSeconds }: AccountState, now: number): Account {
  if (bannedUntil === undefined) return { windows: new Map(windows), refusals, ban: undefined };
  const seconds = banSeconds ?? Math.max(0, bannedUntil - now);
  return { windows: new Map(windows), refusals, ban: { until: bannedUntil, seconds } };
}
