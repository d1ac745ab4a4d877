import { isDeepStrictEqual } from 'node:util';
import { type Chosen, orNothing } from '../../openapi/behaviours/chosen';
import { type Contract, memoized } from '../../openapi/contract';
import { behavioursOf } from '../behaviours';
import type { Behaviours } from '../behaviours/model';
import { listedBy } from '../resources/scope';
import type { BanPolicy } from './stores/ledger';
import type { World, WorldState, WorldTerms } from './stores/model';
import type { Collections, Examples } from './stores/records';
import type { StateHome, StateOptions, Stores } from './stores/stores';
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

/** A new world, with its fixtures stored, unless another process has made it before. */
export async function createWorld(options: WorldOptions, stores: Stores): Promise<World> {
  const reserving = await reserveFor(options, stores);
  const begun = stateOptionsOf(options);
  const home = await stores.home(begun, ({ records }) => records.restore(begun.fixtures));
  return worldAt(home, options, stores, reserving);
}

/** A world that another process has made; undefined where it has ended. */
export async function joinWorld(options: WorldOptions, stores: Stores): Promise<World | undefined> {
  const home = await stores.homeMadeElsewhere(stateOptionsOf(options));
  return home && worldAt(home, options, stores, await reserveFor(options, stores));
}

function worldAt(home: StateHome, options: WorldOptions, stores: Stores, reserving: Reserving): World {
  const { id, name, planLimits } = options;
  const notices = stores.notices(id);
  let terms: WorldTerms = options;
  let { chosen } = options;
  let anonymous = smallestPlan(options.contract);
  const withMadeUp = memoized((state: WorldState): WorldState => {
    // What a state began with stays, whatever is chosen later.
    const behaviours = behavioursOf(state.choices.chosen, options.contract.leftOpen);
    const examples = () => terms.examples && begunExamples(behaviours, terms.contract, terms.examples);
    return { ...state, records: withExamples(state.records, examples) };
  });
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
    get leftOpen() {
      return terms.contract.leftOpen;
    },
    get state() {
      return terms.examples === undefined ? home.present : withMadeUp(home.present);
    },
    catchUp: () => home.catchUp(),
    async reset(begin) {
      const { fixtures } = terms;
      if (begin !== undefined) ({ chosen } = begin);
      await reserving.renew(fixtures);
      const begun = stateOptionsOf({ ...options, ...terms, chosen });
      await home.renew(begun, ({ records }) => records.restore(begun.fixtures));
      notices.announce();
    },
    async replaceRecords(wanted) {
      await home.renewRecords(stateOptionsOf({ ...options, ...terms }), async (records) => {
        await records.restore(wanted, undefined, home.present.records);
        await records.beginWithNothingMore();
      });
    },
    async leave() {
      await Promise.all([home.leave(), reserving.leave()]);
    },
    revise(revised) {
      const { choices } = home.present;
      const isAsBegun = isDeepStrictEqual(choices.chosen, begunWith(terms));
      terms = revised;
      const { chosen, contract } = terms;
      const wanted = orNothing(isAsBegun ? chosen : choices.chosen, contract.leftOpen);
      // What several processes share stays as it is: none of them watches files.
      if (!isDeepStrictEqual(wanted, choices.chosen)) void choices.choose(wanted);
      anonymous = smallestPlan(revised.contract);
    },
  };
}

/** What was chosen for a state in which nothing has happened yet. */
const begunWith = ({ chosen, contract }: Pick<WorldTerms, 'chosen' | 'contract'>): Chosen | undefined =>
  orNothing(chosen, contract.leftOpen);

function stateOptionsOf({ id, contract, chosen, fixtures, ...others }: WorldOptions): StateOptions {
  const begun = begunWith({ contract, chosen });
  return {
    ...others,
    chosen: begun,
    fixtures: behavioursOf(begun, contract.leftOpen).fixtures(fixtures, contract),
    worldId: id,
    prefix: contract.prefix,
    indexedBy: listedBy(contract),
  };
}

/** Examples as a world begins with them. */
function begunExamples({ changes, fixtures }: Behaviours, contract: Contract, examples: Examples): Examples {
  if (!changes.has('fixtures')) return examples;
  return {
    of: (collection) => fixtures(examples.of(collection), contract),
    *each() {
      for (const collections of examples.each()) yield fixtures(collections, contract);
    },
    recordOf(collection, id, conditions) {
      const record = examples.recordOf(collection, id, conditions);
      return (
        record &&
        fixtures(new Map([[collection, new Map([[id, record]])]]), contract)
          .get(collection)
          ?.get(id)
      );
    },
  };
}

type Reserving = Awaited<ReturnType<typeof reserveFor>>;

/** Makes room for a world's fixtures. */
async function reserveFor(options: WorldOptions, stores: Stores) {
  const { id: worldId, maxRecords, ownsFixtures: isOwn } = options;
  let { fixtures } = options;
  let reserved = await stores.reserve({ worldId, maxRecords, fixtures, isOwn });
  return {
    /** Makes room for other fixtures in place of those of before. */
    async renew(wanted: Collections): Promise<void> {
      if (wanted === fixtures) return;
      const room = await stores.reserve({ worldId, maxRecords, fixtures: wanted, isOwn });
      await reserved.leave();
      reserved = room;
      fixtures = wanted;
    },
    leave: async (): Promise<void> => reserved.leave(),
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
