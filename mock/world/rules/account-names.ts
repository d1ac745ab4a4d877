/** What the ledger calls whoever has an allowance: a key by its name, and whoever has none by the address. */
export const accountOfKey = (name: string): string => `key ${name}`;
export const accountOfAddress = (address: string): string => `address ${address}`;

/** The key's name of an account; undefined for an address's. */
export const keyOfAccount = (account: string): string | undefined =>
  account.startsWith(accountOfKey('')) ? account.slice(accountOfKey('').length) : undefined;
