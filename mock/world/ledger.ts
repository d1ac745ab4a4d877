import type { Allowance } from '../../openapi/contract';
import {
  type Account,
  type Accounts,
  accountOf,
  assertNamed,
  banEnd,
  beginBan,
  change,
  newAccount,
  settle,
  stateOf,
  type Usage,
  type UsageChange,
  usageOf,
} from './account';
import type { Awaitable } from './stores/awaitable';
import { refusing, remaining, resetAt, scarcest, statesOf, type WindowState } from './windows';

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

/**
 * Who has used how much. An account is a key's or an address's name, `now` Unix milliseconds. Every method is one
 * indivisible step, so that a store shared by several processes can stand in.
 */
export interface Ledger {
  /**
   * Takes one request from every window of the account, or refuses it and takes nothing.
   * A window opens with the first request after the last one closed. It is counted in whole seconds, so that what the
   * headers say of its end is exact.
   */
  spend(account: string, allowances: readonly Allowance[], now: number): Awaitable<Decision>;
  /** What `spend` would report, without a request: nothing is taken. */
  peek(account: string, allowances: readonly Allowance[], now: number): Awaitable<Decision>;
  /** What the account has used of each allowance. Nothing is taken. */
  usage(account: string, allowances: readonly Allowance[], now: number): Awaitable<Usage>;
  /**
   * Sets what the account has used, or bans it, whatever the policy of bans. A window that is not open opens now.
   *
   * @throws RangeError for a window that is none of the allowances'; then nothing changes
   */
  set(account: string, allowances: readonly Allowance[], wanted: UsageChange, now: number): Awaitable<void>;
  /** The names of those of whom anything is remembered. */
  accounts(): Awaitable<readonly string[]>;
  /** All that is remembered, for `restore`. */
  dump(): Awaitable<Accounts>;
  /**
   * Remembers this and nothing else. A ban of unknown length counts as one that begins now: however the clock is set
   * back, it lasts no longer than what is left of it now.
   */
  restore(accounts: Accounts, now: number): Awaitable<void>;
  clear(): Awaitable<void>;
}

export interface BanPolicy {
  /** So many refusals in a row ban the account; 0: never. */
  readonly after: number;
  /** 0: never. */
  readonly seconds: number;
}

/** Addresses come and go: beyond so many accounts, those whose windows have all closed are forgotten. */
const SWEEP_AT = 10_000;

/** What is seen of an account of which nothing is remembered. */
const UNUSED: Readonly<Account> = newAccount();

/**
 * What a ledger would report of a request of such an account.
 *
 * @param now Unix seconds
 */
export const decisionOfUnused = (allowances: readonly Allowance[], now: number): Decision =>
  foretell(UNUSED, allowances, now);

/** A ledger in this process's memory. */
export function createLedger(bans: BanPolicy): Ledger {
  const accounts = new Map<string, Account>();
  const canBan = bans.after > 0 && bans.seconds > 0;
  let sweepAt = SWEEP_AT;

  const sweep = (now: number): void => {
    for (const [name, account] of accounts) if (isOver(account, now)) accounts.delete(name);
    // Where nearly all are still open, looking through them for each that comes would take ever longer.
    sweepAt = Math.max(SWEEP_AT, 2 * accounts.size);
  };

  /** To be changed: from now on it is remembered. */
  const kept = (name: string, now: number): Account => {
    const known = accounts.get(name);
    if (known === undefined && accounts.size >= sweepAt) sweep(now);
    const account = known ?? newAccount();
    accounts.set(name, account);
    settle(account, now);
    return account;
  };

  /** To be looked at. */
  const seen = (name: string): Readonly<Account> => accounts.get(name) ?? UNUSED;

  return {
    spend(name, allowances, nowMs) {
      const now = seconds(nowMs);
      const account = kept(name, now);
      const states = statesOf(account.windows, allowances, now);
      if (now < banEnd(account, now)) return banned(banEnd(account, now), states);
      const refused = refusing(states);
      if (refused === undefined) {
        account.refusals = 0;
        return served(states.map((state) => take(account, state)));
      }
      account.refusals += 1;
      if (!canBan || account.refusals < bans.after) return exhausted(refused);
      beginBan(account, bans.seconds, now);
      return banned(banEnd(account, now), states);
    },

    peek: (name, allowances, nowMs) => foretell(seen(name), allowances, seconds(nowMs)),

    usage: (name, allowances, nowMs) => usageOf(seen(name), allowances, seconds(nowMs)),
    set(name, allowances, wanted, nowMs) {
      const now = seconds(nowMs);
      // An account that can't be changed so is not to be remembered for it.
      assertNamed(wanted, allowances);
      change(kept(name, now), allowances, wanted, now);
    },
    accounts: () => [...accounts.keys()],
    dump: () => new Map([...accounts].map(([name, account]) => [name, stateOf(account)])),
    restore(states, nowMs) {
      accounts.clear();
      for (const [name, state] of states) accounts.set(name, accountOf(state, seconds(nowMs)));
    },
    clear: () => accounts.clear(),
  };
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

function foretell(account: Readonly<Account>, allowances: readonly Allowance[], now: number): Decision {
  const states = statesOf(account.windows, allowances, now);
  if (now < banEnd(account, now)) return banned(banEnd(account, now), states);
  const refused = refusing(states);
  return refused === undefined ? served(states) : exhausted(refused);
}

/** Takes one request from a window, which opens where it was not open. */
function take({ windows }: Account, { allowance, openedAt, used }: WindowState): WindowState {
  windows.set(allowance.window, { openedAt, used: used + 1 });
  return { allowance, isOpen: true, openedAt, used: used + 1 };
}

function report(state: WindowState): WindowReport {
  return {
    name: state.allowance.window,
    limit: state.allowance.requests,
    remaining: remaining(state),
    resetAt: resetAt(state),
  };
}

function served(states: readonly WindowState[]): Decision {
  const window = scarcest(states);
  return { outcome: 'served', window: window && report(window), retryAt: 0 };
}

const exhausted = (state: WindowState): Decision => ({
  outcome: 'exhausted',
  window: report(state),
  retryAt: resetAt(state),
});

/** While a ban lasts, nothing is left; a window that is used up may keep the account waiting for longer still. */
function banned(bannedUntil: number, states: readonly WindowState[]): Decision {
  const refused = refusing(states);
  const window = refused ?? scarcest(states);
  const retryAt = Math.max(bannedUntil, refused === undefined ? bannedUntil : resetAt(refused));
  return {
    outcome: 'banned',
    window: window && { ...report(window), remaining: 0, resetAt: retryAt },
    retryAt,
  };
}

/** Whether forgetting the account changes nothing for it. */
function isOver({ windows, ban }: Account, now: number): boolean {
  if (ban !== undefined && now < ban.until) return false;
  // No window is longer than a day.
  return [...windows.values()].every(({ openedAt }) => now >= openedAt + 86_400);
}
