import { isOver, UNUSED, withBanLength } from '../rules/account';
import { keyOfAccount } from '../rules/account-names';
import { giveBack, peek, spend } from '../rules/spending';
import { usageOf, withUsage } from '../rules/usage';
import {
  type AccountState,
  type BanPolicy,
  type Decision,
  KNOWN_ADDRESSES,
  type QuotaLedger,
  SWEEP_AT,
} from '../stores/ledger';
import { createKnownAddresses, type KnownAddresses } from './known-addresses';

/** One that answers at once. */
interface MemoryLedger extends QuotaLedger {
  spend(...asked: Parameters<QuotaLedger['spend']>): Decision;
}

/** @param known the addresses that other ledgers know, too */
export function createMemoryLedger(
  bans: BanPolicy,
  known: KnownAddresses = createKnownAddresses(KNOWN_ADDRESSES),
): MemoryLedger {
  const accounts = new Map<string, AccountState>();
  const addresses = known.join();
  let sweepAt = SWEEP_AT;

  const stateOf = (name: string): AccountState => accounts.get(name) ?? UNUSED;

  const sweep = (now: number): void => {
    for (const [name, account] of accounts) {
      if (!isOver(account, now)) continue;
      accounts.delete(name);
      addresses.delete(name);
    }
    // Where most are still open, a sweep at each new account would take ever longer.
    sweepAt = Math.max(SWEEP_AT, 2 * accounts.size);
  };

  const keep = (name: string, account: AccountState, now: number): void => {
    if (accounts.size >= sweepAt && !accounts.has(name)) sweep(now);
    const before = accounts.size;
    accounts.set(name, account);
    if (accounts.size > before) meet(name);
  };

  /** An account that is new. Addresses are whatever clients have; keys are as many as there are. */
  const meet = (name: string): void => {
    const forgotten = keyOfAccount(name) === undefined ? addresses.add(name) : undefined;
    if (forgotten !== undefined) accounts.delete(forgotten);
  };

  return {
    spend(name, allowances, nowMs) {
      const now = seconds(nowMs);
      const [account, decision] = spend(stateOf(name), allowances, bans, now);
      keep(name, account, now);
      return decision;
    },
    giveBack(name, allowances, spentAtMs) {
      const spentAt = seconds(spentAtMs);
      const account = giveBack(stateOf(name), allowances, spentAt);
      // What was forgotten since has nothing to be given back.
      if (accounts.has(name)) accounts.set(name, account);
      return peek(account, allowances, spentAt);
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
      const now = seconds(nowMs);
      accounts.clear();
      addresses.clear();
      for (const [name, account] of restored) {
        accounts.set(name, structuredClone(withBanLength(account, now)));
        meet(name);
      }
    },
    leave: () => addresses.clear(),
  };
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
