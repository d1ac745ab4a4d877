import { createRandom } from '../rules/random';
import type { Admit } from '../stores/admission';
import { StoreUnavailable } from '../stores/failures';
import type { Random } from '../stores/random';
import { StoreFull } from '../stores/store-full';
import { ADMIT } from './admit-step';
import type { Connection } from './connection/connection';
import { listIn } from './connection/replies';
import type { RedisFaults } from './faults/faults';
import { effectIn, triedBy } from './faults/striking';
import { argumentsOf, decisionIn, type LedgerPolicy, policyArguments } from './ledger/quota';
import { speculative } from './speculate';
import type { StateKeys } from './state/keys';
import { StaleState } from './transact';

interface AdmitOptions {
  readonly connection: Connection;
  readonly keys: StateKeys;
  readonly policy: LedgerPolicy;
  /** Decides on the values that are made up for a request, with its turn. */
  readonly seed: number;
  readonly faults: RedisFaults;
  /** The version of the world's metadata, as they are known here. */
  readonly version: () => number;
  /** Reads that again. */
  readonly refresh: () => Promise<void>;
}

/**
 * Admits a request with one round trip: see `admit-step.ts`.
 *
 * @throws StaleState where the state that was asked is not present any more, or is known here as it was before a change: by
 *   then the present one is known
 */
export function createRedisAdmit({ connection, keys, policy, seed, faults, version, refresh }: AdmitOptions): Admit {
  const all = [keys.world, keys.counters, keys.ledger, keys.addresses, keys['fault-counts']];
  const given = policyArguments(policy);
  return speculative(async ({ account, allowances, facts }) => {
    const { rules } = faults;
    const asked = [...given, String(version()), String(rules.version), account, String(allowances?.length ?? -1)];
    if (allowances !== undefined) asked.push(...argumentsOf(allowances));
    if (facts !== undefined) asked.push(...triedBy(rules, facts));
    const told = await connection.run(ADMIT, all, asked).catch(refuse);
    if (told === null || told === 0) {
      await (told === null ? refresh() : faults.refresh());
      // By now what is known here has been read again.
      throw new StaleState();
    }
    const [figures, ...effect] = listIn(told);
    const [now = '', turn = '', ...decision] = String(figures).split(' ');
    return {
      now: Number(now),
      decision: allowances && decisionIn(decision, allowances),
      effect: effect.length === 0 ? undefined : effectIn(rules, effect),
      random: randomOf(seed, Number(turn)),
    };
  });
}

/** A request that can't be counted is not served, whether it would have stored anything or not. */
function refuse(error: unknown): never {
  throw error instanceof StoreFull ? new StoreUnavailable(error.message, { cause: error }) : error;
}

/** Each turn has numbers of its own: an odd factor takes no two of 2^32 turns to the same place. */
function randomOf(seed: number, turn: number): Random {
  let random: Random | undefined;
  // Few requests draw anything.
  return () => {
    random ??= createRandom(seed ^ Math.imul(turn, 0x9e3779b1));
    return random();
  };
}
