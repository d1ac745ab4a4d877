/** What the ledger calls whoever has an allowance: a key by its name, and whoever has none by the address. */
export const ofKey = (name: string): string => `key ${name}`;
export const ofAddress = (address: string): string => `address ${address}`;

/** The key's name of an account; undefined for an address's. */
export const keyOf = (account: string): string | undefined =>
  account.startsWith(ofKey('')) ? account.slice(ofKey('').length) : undefined;
