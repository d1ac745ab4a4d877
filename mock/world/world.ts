import type { Contract } from '../../openapi/contract';
import type { Fixtures } from '../resources/fixtures';
import { listedBy } from '../resources/listed-by';
import { createClock } from './clock';
import { createFaults } from './faults';
import { createJournal } from './journal';
import { type BanPolicy, createLedger } from './ledger';
import { createMemoryRecords } from './memory-records';
import type { ApiKey, World } from './model';
import { createRandom } from './random';

export interface WorldOptions {
  readonly id: string;
  readonly contract: Contract;
  readonly fixtures: Fixtures;
  readonly keys: readonly ApiKey[];
  readonly planLimits: boolean;
  readonly bans: BanPolicy;
  /** How many requests the journal holds. */
  readonly journalSize: number;
  /** What makes the made-up values of a run, and its chances, repeat. */
  readonly seed: number;
}

/** A world as it is at the start, its fixtures stored. */
export async function createWorld(options: WorldOptions): Promise<World> {
  const { id, contract, fixtures, keys, planLimits, bans, journalSize, seed } = options;
  const clock = createClock();
  const records = createMemoryRecords(listedBy(contract));
  const ledger = createLedger(bans);
  const journal = createJournal(journalSize);
  let random = createRandom(seed);
  let resets = 0;
  // Chance has a stream of its own: a fault that is switched on changes no made-up value.
  let chance = createRandom(~seed);
  const faults = createFaults(() => chance());
  await records.restore(fixtures);

  return {
    id,
    clock,
    records,
    ledger,
    journal,
    faults,
    random: () => random(),
    keys,
    planLimits,
    anonymous: smallestPlan(contract),
    get resets() {
      return resets;
    },
    async reset() {
      resets += 1;
      clock.reset();
      random = createRandom(seed);
      chance = createRandom(~seed);
      faults.reset();
      journal.reset();
      await ledger.clear();
      await records.restore(fixtures);
    },
  };
}

/** The plan whose scarcest window allows least; nothing is limited where the contract has no plan with figures. */
function smallestPlan({ plans }: Contract): World['anonymous'] {
  const [smallest] = plans
    .flatMap(({ name, allowances }) => (allowances === 'custom' ? [] : [{ name, allowances }]))
    .sort((a, b) => perDay(a.allowances) - perDay(b.allowances));
  return smallest ?? { name: 'none', allowances: [] };
}

function perDay(allowances: World['anonymous']['allowances']): number {
  return Math.min(...allowances.map(({ requests, seconds }) => (requests * 86_400) / seconds));
}
