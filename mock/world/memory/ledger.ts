import { isOver, UNUSED, withBanLength } from '../rules/account';
import { peek, spend } from '../rules/spending';
import { usageOf, withUsage } from '../rules/usage';
import type { AccountState, BanPolicy, Ledger } from '../stores/ledger';

/** Addresses come and go: from so many accounts on, those whose windows have all closed are forgotten. */
const SWEEP_AT = 10_000;

export function createMemoryLedger(bans: BanPolicy): Ledger {
  const accounts = new Map<string, AccountState>();
  let sweepAt = SWEEP_AT;

  const stateOf = (name: string): AccountState => accounts.get(name) ?? UNUSED;

  const sweep = (now: number): void => {
    for (const [name, account] of accounts) if (isOver(account, now)) accounts.delete(name);
    // Where most are still open, a sweep at each new account would take ever longer.
    sweepAt = Math.max(SWEEP_AT, 2 * accounts.size);
  };

  const keep = (name: string, account: AccountState, now: number): void => {
    if (accounts.size >= sweepAt && !accounts.has(name)) sweep(now);
    accounts.set(name, account);
  };

  return {
    spend(name, allowances, nowMs) {
      const now = seconds(nowMs);
      const [account, decision] = spend(stateOf(name), allowances, bans, now);
      keep(name, account, now);
      return decision;
    },
    peek: (name, allowances, nowMs) => peek(stateOf(name), allowances, seconds(nowMs)),
    usage: (name, allowances, nowMs) => usageOf(stateOf(name), allowances, seconds(nowMs)),
    set(name, allowances, wanted, nowMs) {
      const now = seconds(nowMs);
      keep(name, withUsage(stateOf(name), allowances, wanted, now), now);
    },
    accounts: () => [...accounts.keys()],
    dump: () => new Map(accounts),
    restore(restored, nowMs) {
      accounts.clear();
      for (const [name, account] of restored)
        accounts.set(name, structuredClone(withBanLength(account, seconds(nowMs))));
    },
  };
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
