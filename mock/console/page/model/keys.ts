import type { Allowance } from './model';

/** Whoever asked without a key is listed by the address that it asked from (IPv4, IPv6, or none that is known). */
const OF_ADDRESS = /^address (\d+(\.\d+){3}|[\da-f:.]*:[\da-f:.]*(%\w+)?|unknown)$/i;

/** The names of the keys among all that have an allowance. */
export const keysOf = (allowances: readonly Pick<Allowance, 'name'>[]): readonly string[] =>
  allowances.map(({ name }) => name).filter((name) => !OF_ADDRESS.test(name));
