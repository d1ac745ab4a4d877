import type { Allowance } from '../../../openapi/contract';
import type { Awaitable } from './store';

/** What may be used in each window, and how the window runs. */
export interface RunningAllowance extends Allowance {
  /**
   * Left out: it opens with the first request after the last one closed. `calendar`: it is the minute or day of the clock.
   * `sliding`: it is the time up to now, each sixtieth of which is counted by itself and comes back by itself.
   */
  readonly runs?: 'calendar' | 'sliding' | undefined;
}

/** What the ledger says of one request. */
export interface Decision {
  readonly outcome: 'served' | 'exhausted' | 'banned';
  /** The window that would run out first or, of a refused request, the one that refused; none without allowances. */
  readonly window: WindowReport | undefined;
  /** Of a refused request: the Unix second from which the next may be served. */
  readonly retryAt: number;
}

export interface WindowReport {
  /** The window's name: `minute`, `day`, … */
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly resetAt: number;
}

/** What an account has used since a window opened. */
export interface Window {
  readonly name: string;
  /** Unix seconds. */
  readonly openedAt: number;
  readonly used: number;
}

/** All that a ledger remembers of one account, as plain data that JSON can hold. */
export interface AccountState {
  /** One for each name, those that have closed since included; of a sliding one, one for each part in which requests were. */
  readonly windows: readonly Window[];
  /** How many requests in a row were refused. */
  readonly refusals: number;
  /** Unix seconds; undefined: never banned. */
  readonly bannedUntil: number | undefined;
  /** How long the ban was when it began; undefined without a ban, or where that is not known. */
  readonly banSeconds: number | undefined;
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

interface WindowUsage extends Omit<WindowReport, 'resetAt'> {
  readonly used: number;
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

/**
 * So many addresses all ledgers together know at least; of more, a ledger forgets the one that it has known longest. What a
 * key has used is never forgotten.
 */
export const KNOWN_ADDRESSES = 100_000;

/** Addresses come and go: from so many accounts on, those whose windows have all closed are forgotten. */
export const SWEEP_AT = 10_000;

/**
 * What each account has used: a key's, or an address's. `now` is in Unix milliseconds. Every method is one indivisible step;
 * `rules/` has the arithmetic.
 */
export interface Ledger {
  /**
   * Gives one request back to each window that still counts it, and reports as `peek` did then; undefined where nothing counts it
   * any more, since what the ledger knew is gone.
   *
   * @param takenAt when it was taken, in Unix milliseconds: others may have been since
   */
  giveBack(account: string, allowances: readonly RunningAllowance[], takenAt: number): Awaitable<Decision | undefined>;
  /** What `consume` would report. Nothing is taken. */
  peek(account: string, allowances: readonly RunningAllowance[], now: number): Awaitable<Decision>;
  /** What the account has used of each allowance. Nothing is taken. */
  usage(account: string, allowances: readonly RunningAllowance[], now: number): Awaitable<Usage>;
  /**
   * Sets what the account has used, or bans it, whatever the policy of bans. A window that is not open opens now.
   *
   * @throws RangeError for a window that is none of the allowances'; then nothing changes
   */
  set(account: string, allowances: readonly RunningAllowance[], wanted: UsageChange, now: number): Awaitable<void>;
  /** The names of the accounts of which anything is remembered. */
  accounts(): Awaitable<readonly string[]>;
  /** All that is remembered, for `restore`. */
  dump(): Awaitable<Accounts>;
  /**
   * Remembers this and nothing else. A ban of unknown length counts as one that begins now, and lasts no longer than what is
   * left of it now.
   */
  restore(accounts: Accounts, now: number): Awaitable<void>;
  /** Is called once it is in no world any more: what it knows counts no longer. */
  leave(): Awaitable<void>;
}

/** A ledger that takes requests in a step of its own, where admission is not one step with other things. */
export interface QuotaLedger extends Ledger {
  /**
   * Takes one request from every window of the account, or refuses it and takes nothing. Times are whole seconds, so that
   * what the headers say of its end is exact.
   */
  consume(account: string, allowances: readonly RunningAllowance[], now: number): Awaitable<Decision>;
}

export interface BanPolicy {
  /** So many refusals in a row ban the account; 0: never. */
  readonly after: number;
  /** 0: never. */
  readonly seconds: number;
}
