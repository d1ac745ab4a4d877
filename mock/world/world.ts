import type { Contract } from '../../openapi/contract';
import { listedBy } from '../resources/listed-by';
import type { BanPolicy } from './stores/ledger';
import type { World, WorldState, WorldTerms } from './stores/model';
import type { Stores } from './stores/stores';

export interface WorldOptions extends WorldTerms {
  readonly id: string;
  readonly name?: string | undefined;
  readonly planLimits: boolean;
  readonly bans: BanPolicy;
  /** How many requests the journal keeps. */
  readonly journalSize: number;
  /** Decides on the made-up values and the chances of a run, so that it can be repeated. */
  readonly seed: number;
}

/** A new world, with its fixtures stored. */
export async function createWorld(options: WorldOptions, stores: Stores): Promise<World> {
  const { id, name, planLimits } = options;
  const notices = stores.notices(id);
  let terms: WorldTerms = options;
  let anonymous = smallestPlan(options.contract);
  let state = await stateAtStart(options, stores);
  return {
    id,
    name,
    planLimits,
    notices,
    get keys() {
      return terms.keys;
    },
    get anonymous() {
      return anonymous;
    },
    get state() {
      return state;
    },
    async reset() {
      state = await stateAtStart({ ...options, ...terms }, stores);
      notices.announce();
    },
    async replaceRecords(wanted) {
      const records = await stores.emptyRecords({ worldId: id, indexedBy: listedBy(terms.contract) });
      await records.restore(wanted);
      state = { ...state, records };
    },
    revise(revised) {
      terms = revised;
      anonymous = smallestPlan(revised.contract);
    },
  };
}

async function stateAtStart(options: WorldOptions, stores: Stores): Promise<WorldState> {
  const { id, contract, fixtures, bans, journalSize, seed } = options;
  const indexedBy = listedBy(contract);
  const state = await stores.emptyState({ worldId: id, prefix: contract.prefix, bans, journalSize, seed, indexedBy });
  await state.records.restore(fixtures);
  return state;
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
