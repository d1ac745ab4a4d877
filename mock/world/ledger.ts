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
  readonly openedAt: number;
  readonly used: number;
}

interface Account {
  readonly windows: ReadonlyMap<string, Window>;
  readonly refusals: number;
  /** Unix seconds; -Infinity: not banned. */
  readonly bannedUntil: number;
}

const NEW: Account = { windows: new Map(), refusals: 0, bannedUntil: Number.NEGATIVE_INFINITY };

/** Addresses come and go: beyond so many accounts, those whose windows have all closed are forgotten. */
const SWEEP_AT = 10_000;

/** A ledger in this process's memory. */
export function createLedger(bans: BanPolicy): Ledger {
  const accounts = new Map<string, Account>();
  const canBan = bans.after > 0 && bans.seconds > 0;

  const accountOf = (name: string, now: number): Account => accountAt(accounts.get(name) ?? NEW, now, bans.seconds);

  const keep = (name: string, account: Account, now: number): void => {
    if (!accounts.has(name) && accounts.size >= SWEEP_AT) sweep(accounts, now);
    accounts.set(name, account);
  };

  return {
    spend(name, allowances, nowMs) {
      const now = Math.floor(nowMs / 1000);
      const account = accountOf(name, now);
      const states = statesOf(account, allowances, now);
      const refused = refusing(states);
      if (now < account.bannedUntil) {
        keep(name, account, now);
        return banned(account.bannedUntil, states);
      }
      if (refused === undefined) {
        const taken = states.map(({ allowance, openedAt, used }) => ({ allowance, openedAt, used: used + 1 }));
        const opened = taken.map(({ allowance, openedAt, used }) => [allowance.window, { openedAt, used }] as const);
        keep(name, { ...account, windows: new Map([...account.windows, ...opened]), refusals: 0 }, now);
        return served(taken);
      }
      const refusals = account.refusals + 1;
      if (!canBan || refusals < bans.after) {
        keep(name, { ...account, refusals }, now);
        return exhausted(refused);
      }
      const bannedUntil = now + bans.seconds;
      keep(name, { ...account, refusals: 0, bannedUntil }, now);
      return banned(bannedUntil, states);
    },

    peek(name, allowances, nowMs) {
      const now = Math.floor(nowMs / 1000);
      const account = accountOf(name, now);
      const states = statesOf(account, allowances, now);
      if (now < account.bannedUntil) return banned(account.bannedUntil, states);
      const refused = refusing(states);
      return refused === undefined ? served(states) : exhausted(refused);
    },

    clear: () => accounts.clear(),
  };
}

/** A clock that was set back would make windows and bans last for longer than they do: their ends come nearer instead. */
function accountAt({ windows, refusals, bannedUntil }: Account, now: number, banSeconds: number): Account {
  const opened = [...windows].map(([name, { openedAt, used }]) => {
    return [name, { openedAt: Math.min(openedAt, now), used }] as const;
  });
  return { windows: new Map(opened), refusals, bannedUntil: Math.min(bannedUntil, now + banSeconds) };
}

/** One window as it stands now: open, or about to open. */
interface State extends Window {
  readonly allowance: Allowance;
}

function statesOf({ windows }: Account, allowances: readonly Allowance[], now: number): readonly State[] {
  return allowances.map((allowance) => {
    const window = windows.get(allowance.window);
    const isOpen = window !== undefined && now < window.openedAt + allowance.seconds;
    return { allowance, ...(isOpen ? window : { openedAt: now, used: 0 }) };
  });
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

/** While a ban lasts, nothing is left; a window that is used up may keep the account waiting for longer still. */
function banned(bannedUntil: number, states: readonly State[]): Decision {
  const refused = refusing(states);
  const window = refused ?? scarcest(states);
  const retryAt = Math.max(bannedUntil, refused === undefined ? bannedUntil : resetAt(refused));
  return {
    outcome: 'banned',
    window: window && { ...report(window), remaining: 0, resetAt: retryAt },
    retryAt,
  };
}

function sweep(accounts: Map<string, Account>, now: number): void {
  for (const [name, { windows, bannedUntil }] of accounts) {
    // No window is longer than a day.
    const isOver = [...windows.values()].every(({ openedAt }) => now >= openedAt + 86_400);
    if (isOver && now >= bannedUntil) accounts.delete(name);
  }
}
