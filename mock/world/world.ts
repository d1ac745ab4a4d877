import type { Contract } from '../../openapi/contract';
import { createClock } from './clock';
import type { Fixtures } from './fixtures';
import { type BanPolicy, createLedger } from './ledger';
import { listedBy } from './listed-by';
import { createMemoryRecords } from './memory-records';
import type { World } from './model';
import { createRandom } from './random';

export interface WorldOptions {
  readonly id: string;
  readonly contract: Contract;
  readonly fixtures: Fixtures;
  readonly bans: BanPolicy;
  /** What makes the made-up values of a run repeat. */
  readonly seed: number;
}

/** A world as it is at the start, its fixtures stored. */
export async function createWorld({ id, contract, fixtures, bans, seed }: WorldOptions): Promise<World> {
  const clock = createClock();
  const records = createMemoryRecords(listedBy(contract));
  const ledger = createLedger(bans);
  let random = createRandom(seed);

  const restore = async (): Promise<void> => {
    for (const [collection, byId] of fixtures) {
      for (const [recordId, record] of byId) await records.put(collection, recordId, record);
    }
  };
  await restore();

  return {
    id,
    clock,
    records,
    ledger,
    random: () => random(),
    anonymous: smallestPlan(contract),
    async reset() {
      clock.reset();
      random = createRandom(seed);
      await ledger.clear();
      await records.clear();
      await restore();
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
