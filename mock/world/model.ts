import type { Allowance, Plan } from '../../openapi/contract';
import type { Clock } from './clock';
import type { Faults } from './faults';
import type { Journal } from './journal';
import type { Ledger } from './ledger';
import type { Random } from './random';
import type { RecordStore } from './records';

/** An API key as the mock knows it: its value is not kept, see `keys.ts`. */
export interface ApiKey {
  /** What logs, journals and pages call it. */
  readonly name: string;
  readonly plan: string;
  readonly allowances: readonly Allowance[];
  readonly revoked: boolean;
}

/** All that the mock remembers. Two worlds share nothing that changes. */
export interface World {
  readonly id: string;
  readonly clock: Clock;
  readonly records: RecordStore;
  readonly ledger: Ledger;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly random: Random;
  /** The keys that lead here. */
  readonly keys: readonly ApiKey[];
  /** Whether allowances are enforced. */
  readonly planLimits: boolean;
  /** The plan of callers without a valid key. */
  readonly anonymous: Pick<Plan, 'name'> & { readonly allowances: readonly Allowance[] };
  /** How often it was reset: whoever waits can tell whether the world is still the one that it came to. */
  readonly resets: number;
  /** Records, allowances, bans, clock, faults, journal and random numbers as at the start. */
  reset(): Promise<void>;
}
