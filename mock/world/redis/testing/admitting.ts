import type { ApplyingFaults } from '../../stores/faults';
import type { QuotaLedger } from '../../stores/ledger';
import { admissionRequest } from '../../testing/entries';
import { createRedisAdmit, StaleState } from '../admit';
import type { Connection } from '../connection/connection';
import { createRedisFaults, type RedisFaults } from '../faults/faults';
import { createRedisLedger } from '../ledger/ledger';
import type { LedgerPolicy } from '../ledger/quota';
import type { StateKeys } from '../state/state';

const UNBOUNDED: LedgerPolicy = { bans: { after: 0, seconds: 0 }, knownAddresses: 100, sweepAt: 100 };

/** The step that admits a request, of a state of `freshState`. */
const admitAt = (connection: Connection, keys: StateKeys, policy: LedgerPolicy, faults: RedisFaults) =>
  createRedisAdmit({ connection, keys, policy, seed: 0, faults, version: () => 1, refresh: async () => {} });

/** A ledger in Redis from which a request is taken as it is admitted, at the time that a test says. */
export function admittingLedger(connection: Connection, keys: StateKeys, policy: LedgerPolicy): QuotaLedger {
  const admit = admitAt(connection, keys, policy, createRedisFaults(connection, keys, ''));
  const request = admissionRequest({ facts: undefined });
  let clock = Number.NaN;
  return {
    ...createRedisLedger(connection, keys, policy),
    async consume(account, allowances, now) {
      // What is asked for in this order is answered in it.
      const isSet = now === clock || connection.send(keys.world, ['HSET', keys.world, 'clock', `f${now}`]);
      clock = now;
      const { decision } = await admit({ ...request, account, allowances });
      await isSet;
      if (decision === undefined) throw new Error('Allowances are given.');
      return decision;
    },
  };
}

/** Faults in Redis that apply to a request as it is admitted. */
export function admittingFaults(connection: Connection, keys: StateKeys, prefix: string): RedisFaults & ApplyingFaults {
  const faults = createRedisFaults(connection, keys, prefix);
  const admit = admitAt(connection, keys, UNBOUNDED, faults);
  const apply: ApplyingFaults['apply'] = async (facts) => {
    for (;;) {
      try {
        return (await admit(admissionRequest({ allowances: undefined, facts }))).effect;
      } catch (error) {
        if (!(error instanceof StaleState)) throw error;
      }
    }
  };
  // Its getters are those of the faults.
  return Object.assign(Object.create(faults) as RedisFaults, { apply });
}
