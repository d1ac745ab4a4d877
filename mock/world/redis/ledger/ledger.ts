import { own } from '../../../../openapi/contract';
import { UNUSED } from '../../rules/account';
import { keyOfAccount } from '../../rules/account-names';
import { peek } from '../../rules/spending';
import { assertNamed, usageOf } from '../../rules/usage';
import type { AccountState, Ledger } from '../../stores/ledger';
import type { Connection } from '../connection/connection';
import { hashIn, listIn, textsIn } from '../connection/replies';
import { isGone, runInState } from '../state/in-state';
import type { StateKeys } from '../state/keys';
import { leaveState } from '../state/state-life';
import { argumentsOf, decisionIn, type LedgerPolicy, policyArguments } from './decision';
import { restoreLedger } from './ledger-restore';
import { GIVE_BACK, READ, SET, SPEND } from './ledger-steps';

/** A ledger in Redis: a hash of the accounts' states in JSON, and the addresses in the order in which they came. */
export function createRedisLedger(connection: Connection, state: StateKeys, policy: LedgerPolicy): Ledger {
  const { counters, ledger, addresses } = state;
  const keys = [counters, ledger, addresses];
  const given = policyArguments(policy);

  const accountOf = async (name: string): Promise<AccountState> =>
    accountIn(await connection.send(ledger, ['HGET', ledger, name]));

  /** Keys by their names, then addresses in the order in which they came: `restore` goes on with that. */
  const texts = async (): Promise<ReadonlyMap<string, string>> => {
    const [found, ordered] = listIn(await connection.run(READ, [ledger, addresses], []));
    const all = hashIn(found);
    const ofKeys = [...all.keys()].filter((name) => keyOfAccount(name) !== undefined).sort();
    return new Map([...ofKeys, ...textsIn(ordered)].map((name) => [name, all.get(name) ?? '']));
  };

  return {
    async spend(name, allowances, nowMs) {
      const args = [...given, name, String(seconds(nowMs)), String(allowances.length), ...argumentsOf(allowances)];
      const told = await runInState(connection, SPEND, keys, args);
      return decisionIn(String(told).split(' '), allowances);
    },
    async giveBack(name, allowances, spentAt) {
      const now = seconds(spentAt);
      const args = [...given, name, String(now), String(allowances.length), ...argumentsOf(allowances)];
      try {
        return peek(accountIn(await connection.run(GIVE_BACK, keys, args)), allowances, now);
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
    },
    peek: async (name, allowances, nowMs) => peek(await accountOf(name), allowances, seconds(nowMs)),
    usage: async (name, allowances, nowMs) => usageOf(await accountOf(name), allowances, seconds(nowMs)),
    async set(name, allowances, { used = {}, bannedSeconds = '' }, nowMs) {
      assertNamed(used, allowances);
      const args = [...given, name, String(seconds(nowMs)), String(allowances.length), ...argumentsOf(allowances)];
      const wanted = allowances.map(({ window }) => String(own(used, window) ?? ''));
      await runInState(connection, SET, keys, [...args, ...wanted, String(bannedSeconds)]);
    },
    accounts: async () => [...(await texts()).keys()],
    dump: async () => new Map([...(await texts())].map(([name, text]) => [name, accountIn(text)])),
    restore: (accounts, nowMs) => restoreLedger(connection, state, policy, accounts, seconds(nowMs)),
    leave: () => leaveState(connection, state),
  };
}

const accountIn = (text: unknown): AccountState =>
  // `lua/account.ts` writes nothing else, and leaves out what is undefined.
  typeof text === 'string' ? { ...UNUSED, ...(JSON.parse(text) as Partial<AccountState>) } : UNUSED;

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
