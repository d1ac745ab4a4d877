import type { Contract } from '../../openapi/contract';
import { listedBy } from '../resources/listed-by';
import type { BanPolicy } from './stores/ledger';
import type { World, WorldState, WorldTerms } from './stores/model';
import type { Collections } from './stores/records';
import type { Stores } from './stores/stores';
import { withExamples } from './with-examples';

export interface WorldOptions extends WorldTerms {
  readonly id: string;
  readonly name?: string | undefined;
  readonly planLimits: boolean;
  readonly bans: BanPolicy;
  /** How many requests the journal keeps. */
  readonly journalSize: number;
  /** How many records it holds at most. */
  readonly maxRecords: number;
  /** Whether no other world has the same fixtures. */
  readonly ownsFixtures: boolean;
  /** Decides on the made-up values and the chances of a run, so that it can be repeated. */
  readonly seed: number;
}

/** A new world, with its fixtures stored. */
export async function createWorld(options: WorldOptions, stores: Stores): Promise<World> {
  const { id, name, planLimits } = options;
  const notices = stores.notices(id);
  let terms: WorldTerms = options;
  let hasEnded = false;
  let anonymous = smallestPlan(options.contract);
  const reserveFor = (fixtures: Collections) =>
    stores.reserve({ worldId: id, maxRecords: options.maxRecords, fixtures, isOwn: options.ownsFixtures });
  let reserved = await reserveFor(options.fixtures);
  let reservedFor = options.fixtures;
  /** Makes room for the present fixtures in place of those of before. */
  const reserve = async (): Promise<void> => {
    const { fixtures } = terms;
    if (fixtures === reservedFor) return;
    const room = await reserveFor(fixtures);
    await reserved.leave();
    reserved = room;
    reservedFor = fixtures;
  };
  const examples = () => terms.examples;
  let state = await stateAtStart(options, stores, examples);
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
      await reserve();
      const made = await stateAtStart({ ...options, ...terms }, stores, examples);
      // Another reset may have made another one meanwhile.
      const before = state;
      state = made;
      await leaveState(before);
      if (hasEnded) await leaveState(made);
      notices.announce();
    },
    async replaceRecords(wanted) {
      const { fixtures } = terms;
      const records = await stores.emptyRecords({
        ...options,
        worldId: id,
        indexedBy: listedBy(terms.contract),
        fixtures,
      });
      try {
        await records.restore(wanted);
      } catch (error) {
        await records.leave();
        throw error;
      }
      // A reset may have made another state meanwhile.
      const before = state;
      state = { ...before, records: terms.examples === undefined ? records : withExamples(records, examples, true) };
      await before.records.leave();
      if (hasEnded) await records.leave();
    },
    async leave() {
      hasEnded = true;
      await Promise.all([leaveState(state), reserved.leave()]);
    },
    revise(revised) {
      terms = revised;
      anonymous = smallestPlan(revised.contract);
    },
  };
}

async function stateAtStart(
  options: WorldOptions,
  stores: Stores,
  examples: () => WorldTerms['examples'],
): Promise<WorldState> {
  const { id, contract, ...others } = options;
  const state = await stores.emptyState({
    ...others,
    worldId: id,
    prefix: contract.prefix,
    indexedBy: listedBy(contract),
  });
  await state.records.restore(options.fixtures);
  return options.examples === undefined ? state : { ...state, records: withExamples(state.records, examples) };
}

/** What a state holds counts no longer, nor does what is still written to it. */
async function leaveState({ records, aside, ledger, faults, journal }: WorldState): Promise<void> {
  await Promise.all([records, aside, ledger, faults, journal].map(async (store) => store.leave()));
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
