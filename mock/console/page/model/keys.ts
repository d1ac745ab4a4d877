import type { AllowanceState } from '../../../../openapi/types/control';

/** Callers without a key are listed by their address (IPv4, IPv6, or unknown). */
const OF_ADDRESS = /^address (\d+(\.\d+){3}|[\da-f:.]*:[\da-f:.]*(%\w+)?|unknown)$/i;

/** The names of the keys among the holders of allowances. */
export const keysOf = (allowances: readonly Pick<AllowanceState, 'name'>[]): readonly string[] =>
  allowances.map(({ name }) => name).filter((name) => !OF_ADDRESS.test(name));

/** Whether nothing has happened to a key: none of its allowance is used, and it is not banned. */
export const isIdle = ({ windows, refusals, bannedUntil }: AllowanceState): boolean =>
  refusals === 0 && bannedUntil === null && windows.every(({ used, resetAt }) => used === 0 && resetAt === null);
