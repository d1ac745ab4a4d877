import type { Allowance } from '../../openapi/contract';
import type { Awaitable } from './model';

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

/** Who has used how much. An account is a key's or an address's name. */
export interface Ledger {
  /**
   * Takes one request from every window of the account, or refuses it and takes nothing.
   * A window opens with the first request after the last one closed. It is counted in whole seconds, so that what the
   * headers say of its end is exact.
   */
  spend(account: string, allowances: readonly Allowance[], now: number): Awaitable<Decision>;
  /** What `spend` would report, without a request: nothing is taken. */
  peek(account: string, allowances: readonly Allowance[], now: number): Awaitable<Decision>;
  clear(): Awaitable<void>;
}

export interface BanPolicy {
  /** So many refusals in a row ban the account; 0: never. */
  readonly after: number;
  /** 0: never. */
  readonly seconds: number;
}

interface Window {
  /** Unix seconds. */
  openedAt: number;
  used: number;
}

interface Account {
  readonly windows: Map<string, Window>;
  refusals: number;
  /** Unix seconds; -Infinity: not banned. */
  bannedUntil: number;
}

const NOT_BANNED = Number.NEGATIVE_INFINITY;

/** Addresses come and go: beyond so many accounts, those whose windows have all closed are forgotten. */
const SWEEP_AT = 10_000;

/** A ledger in this process's memory. */
export function createLedger(bans: BanPolicy): Ledger {
  const accounts = new Map<string, Account>();
  const canBan = bans.after > 0 && bans.seconds > 0;

  // A clock that was set back would make a ban last longer than its seconds, as it would a window.
  const endOfBan = ({ bannedUntil }: Account, now: number): number => Math.min(bannedUntil, now + bans.seconds);

  const accountOf = (name: string, now: number): Account => {
    const known = accounts.get(name);
    if (known !== undefined) return known;
    if (accounts.size >= SWEEP_AT) sweep(accounts, now);
    const account: Account = { windows: new Map(), refusals: 0, bannedUntil: NOT_BANNED };
    accounts.set(name, account);
    return account;
  };

  return {
    spend(name, allowances, nowMs) {
      const now = Math.floor(nowMs / 1000);
      const account = accountOf(name, now);
      account.bannedUntil = endOfBan(account, now);
      for (const window of account.windows.values()) window.openedAt = Math.min(window.openedAt, now);
      const states = allowances.map((allowance) => stateOf(account.windows.get(allowance.window), allowance, now));
      if (now < account.bannedUntil) return banned(account.bannedUntil, states);
      const refused = refusing(states);
      if (refused !== undefined) {
        account.refusals += 1;
        if (!canBan || account.refusals < bans.after) return exhausted(refused);
        account.refusals = 0;
        account.bannedUntil = now + bans.seconds;
        return banned(account.bannedUntil, states);
      }
      account.refusals = 0;
      for (const state of states) {
        state.used += 1;
        account.windows.set(state.allowance.window, { openedAt: state.openedAt, used: state.used });
      }
      return served(states);
    },

    peek(name, allowances, nowMs) {
      const now = Math.floor(nowMs / 1000);
      const account = accounts.get(name);
      const states = allowances.map((allowance) => stateOf(account?.windows.get(allowance.window), allowance, now));
      const bannedUntil = account === undefined ? NOT_BANNED : endOfBan(account, now);
      if (now < bannedUntil) return banned(bannedUntil, states);
      const refused = refusing(states);
      return refused === undefined ? served(states) : exhausted(refused);
    },

    clear: () => accounts.clear(),
  };
}

/** One window as it stands now: open, or about to open. */
interface State {
  readonly allowance: Allowance;
  readonly openedAt: number;
  used: number;
}

function stateOf(window: Window | undefined, allowance: Allowance, now: number): State {
  if (window === undefined || now >= window.openedAt + allowance.seconds) return { allowance, openedAt: now, used: 0 };
  // A clock that was set back would keep the window open for longer than it lasts: its end comes nearer instead.
  return { allowance, openedAt: Math.min(window.openedAt, now), used: window.used };
}

const remaining = ({ allowance, used }: State): number => Math.max(0, allowance.requests - used);
const resetAt = ({ allowance, openedAt }: State): number => openedAt + allowance.seconds;

/** Of the windows that are used up, the one that stays so for longest. */
function refusing(states: readonly State[]): State | undefined {
  return states
    .filter((state) => remaining(state) === 0)
    .reduce<State | undefined>(
      (worst, state) => (worst === undefined || resetAt(state) >= resetAt(worst) ? state : worst),
      undefined,
    );
}

/** The window with the fewest requests left; of two that are alike, the one that lasts longer. */
function scarcest(states: readonly State[]): State | undefined {
  return states.reduce<State | undefined>(
    (least, state) => (least === undefined || remaining(state) <= remaining(least) ? state : least),
    undefined,
  );
}

function report(state: State): WindowReport {
  return {
    name: state.allowance.window,
    limit: state.allowance.requests,
    remaining: remaining(state),
    resetAt: resetAt(state),
  };
}

function served(states: readonly State[]): Decision {
  const window = scarcest(states);
  return { outcome: 'served', window: window && report(window), retryAt: 0 };
}

const exhausted = (state: State): Decision => ({
  outcome: 'exhausted',
  window: report(state),
  retryAt: resetAt(state),
});

/** While a ban lasts, nothing is left and nothing comes back before it ends. */
function banned(bannedUntil: number, states: readonly State[]): Decision {
  const window = refusing(states) ?? scarcest(states);
  return {
    outcome: 'banned',
    window: window && { ...report(window), remaining: 0, resetAt: bannedUntil },
    retryAt: bannedUntil,
  };
}

function sweep(accounts: Map<string, Account>, now: number): void {
  for (const [name, { windows, bannedUntil }] of accounts) {
    // No window is longer than a day.
    const isOver = [...windows.values()].every(({ openedAt }) => now >= openedAt + 86_400);
    if (isOver && now >= bannedUntil) accounts.delete(name);
  }
}
