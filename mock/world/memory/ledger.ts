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

/**
 * A ledger that answers at once.
 *
 * @param known the addresses that other ledgers know, too
 */
export function createMemoryLedger(bans: BanPolicy, known: KnownAddresses = createKnownAddresses(KNOWN_ADDRESSES)) {
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
    const isNew = !accounts.has(name);
    if (isNew && accounts.size >= sweepAt) sweep(now);
    accounts.set(name, account);
    if (isNew) boundAddresses(name);
  };

  /** There are as many keys as there are, and as many addresses as clients have. */
  const boundAddresses = (added: string): void => {
    const forgotten = keyOfAccount(added) === undefined ? addresses.add(added) : undefined;
    if (forgotten !== undefined) accounts.delete(forgotten);
  };

  return {
    consume(name, allowances, nowMs): Decision {
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
        boundAddresses(name);
      }
    },
    leave: () => addresses.clear(),
  } satisfies QuotaLedger;
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

type KnownAddresses = ReturnType<typeof createKnownAddresses>;

/** The addresses that several ledgers know, of which there are no more than so many. */
export function createKnownAddresses(most: number) {
  let count = 0;
  return {
    /** Those of one ledger. */
    join() {
      const names = new Set<string>();
      return {
        /**
         * Notes another address.
         *
         * @returns the one to be forgotten for it, if there are too many: that which this ledger has known longest
         */
        add(name: string): string | undefined {
          count += 1 - Number(names.has(name));
          names.add(name);
          if (count <= most) return undefined;
          const [longest] = names;
          if (longest === undefined || longest === name) return undefined;
          names.delete(longest);
          count -= 1;
          return longest;
        },
        delete(name: string): void {
          if (names.delete(name)) count -= 1;
        },
        clear(): void {
          count -= names.size;
          names.clear();
        },
      };
    },
  };
}
