import {
  consume,
  giveBack,
  isOver,
  keyOfAccount,
  peek,
  UNUSED,
  usageOf,
  withBanLength,
  withUsage,
} from '../rules/account';
import {
  type AccountState,
  type BanPolicy,
  type Decision,
  KNOWN_ADDRESSES,
  type QuotaLedger,
  SWEEP_AT,
} from '../stores/ledger';

/** One that answers at once. */
interface MemoryLedger extends QuotaLedger {
  consume(...asked: Parameters<QuotaLedger['consume']>): Decision;
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
    consume(name, allowances, nowMs) {
      const now = seconds(nowMs);
      const [account, decision] = consume(stateOf(name), allowances, bans, now);
      keep(name, account, now);
      return decision;
    },
    giveBack(name, allowances, takenAtMs) {
      const takenAt = seconds(takenAtMs);
      const account = giveBack(stateOf(name), allowances, takenAt);
      // What was forgotten since has nothing to be given back.
      if (accounts.has(name)) accounts.set(name, account);
      return peek(account, allowances, takenAt);
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

/** The addresses that several ledgers know, of which there are no more than so many. */
export interface KnownAddresses {
  /** Those of one ledger. */
  join(): AddressesOfLedger;
}

interface AddressesOfLedger {
  /**
   * Notes another address.
   *
   * @returns the one to be forgotten for it, if there are too many: that which this ledger has known longest
   */
  add(name: string): string | undefined;
  delete(name: string): void;
  clear(): void;
}

export function createKnownAddresses(most: number): KnownAddresses {
  let count = 0;
  return {
    join() {
      const names = new Set<string>();
      return {
        add(name) {
          count += 1 - Number(names.has(name));
          names.add(name);
          if (count <= most) return undefined;
          const [longest] = names;
          if (longest === undefined || longest === name) return undefined;
          names.delete(longest);
          count -= 1;
          return longest;
        },
        delete(name) {
          if (names.delete(name)) count -= 1;
        },
        clear() {
          count -= names.size;
          names.clear();
        },
      };
    },
  };
}
