/** The ledger's accounts: each key has one by its name, and callers without a key have one for each address. */
export const accountOfKey = (name: string): string => `key ${name}`;
export const accountOfAddress = (address: string): string => `address ${address}`;

/** The name of the key that an account belongs to; undefined for that of an address. */
export const keyOfAccount = (account: string): string | undefined =>
  account.startsWith(accountOfKey('')) ? account.slice(accountOfKey('').length) : undefined;
