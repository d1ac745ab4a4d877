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
