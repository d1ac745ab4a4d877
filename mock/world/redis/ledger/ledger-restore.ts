import { randomUUID } from 'node:crypto';
import { withBanLength } from '../../rules/account';
import { keyOfAccount } from '../../rules/account-names';
import type { Accounts } from '../../stores/ledger';
import type { Connection } from '../connection/connection';
import { runInState } from '../state/in-state';
import { ASIDE_MS, type StateKeys } from '../state/keys';
import type { LedgerPolicy } from './decision';
import { REPLACE } from './ledger-steps';

/**
 * Puts these accounts in place of all. They are sent aside in pieces, so that others are served meanwhile, and take their
 * place in one step.
 *
 * @param now Unix seconds
 */
export async function restoreLedger(
  connection: Connection,
  { counters, ledger, addresses }: StateKeys,
  { knownAddresses }: Pick<LedgerPolicy, 'knownAddresses'>,
  accounts: Accounts,
  now: number,
): Promise<void> {
  const aside = randomUUID();
  const [madeLedger, madeAddresses] = [`${ledger}:${aside}`, `${addresses}:${aside}`];
  const put = async (key: string, command: string, pieces: readonly string[]): Promise<void> => {
    if (pieces.length === 0) return;
    await Promise.all([
      connection.send(key, [command, key, ...pieces]),
      // Nothing is left of it where this process ends before all is there.
      connection.send(key, ['PEXPIRE', key, String(ASIDE_MS)]),
    ]);
  };
  const ofKeys = [...accounts].filter(([name]) => isOfKey(name));
  const known = [...accounts].filter(([name]) => !isOfKey(name)).slice(-knownAddresses);
  const wanted = [...ofKeys, ...known];
  for (let from = 0; from < wanted.length; from += PIECE) {
    const piece = wanted.slice(from, from + PIECE);
    const texts = piece.flatMap(([name, account]) => [name, JSON.stringify(withBanLength(account, now))]);
    const places = piece.flatMap(([name], place) => (isOfKey(name) ? [] : [String(from + place), name]));
    await Promise.all([put(madeLedger, 'HSET', texts), put(madeAddresses, 'ZADD', places)]);
  }
  const keys = [counters, ledger, addresses, madeLedger, madeAddresses];
  await runInState(connection, REPLACE, keys, [String(wanted.length)]);
}

const isOfKey = (name: string): boolean => keyOfAccount(name) !== undefined;

/** So many accounts are sent at once. */
const PIECE = 1000;
