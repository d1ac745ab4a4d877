import { memoized } from '../../../openapi/contract';
import { memoryStores } from '../memory/stores';
import { createRandom } from '../rules/random';
import type { WorldState } from '../stores/model';
import type { Stores } from '../stores/stores';

/**
 * Stores that answer later, as behind a network: each step is taken some turns of the event loop after the call, and
 * answered some turns after that.
 */
export function slowStores(stores: Stores = memoryStores()): Stores {
  return {
    keyring: async () => slow(await stores.keyring(), ['has', 'lengthsFrom']),
    sessions: async (onEnd) => slow(await stores.sessions(onEnd)),
    hold: (options) => stores.hold(options),
    transact: (work) => stores.transact(work),
    notices: (worldId) => stores.notices(worldId),
    use: () => stores.use(),
    droppedEntries: () => stores.droppedEntries(),
    reserve: (options) => stores.reserve(options),
    close: () => stores.close(),
    homeMadeElsewhere: () => undefined,
    async home(options, fill) {
      const home = await stores.home(options, (made) => fill(slowState(made)));
      return {
        get present() {
          return slowState(home.present);
        },
        catchUp: () => home.catchUp(),
        renew: (anew, fillAnew) => home.renew(anew, (made) => fillAnew(slowState(made))),
        renewRecords: (anew, fillAnew) => home.renewRecords(anew, (made) => fillAnew(slow(made, RECORDS_AT_ONCE))),
        leave: () => home.leave(),
      };
    },
  };
}

const RECORDS_AT_ONCE = ['batches', 'gated'] as const;

const slowState = memoized(
  (state: WorldState): WorldState => ({
    ...state,
    records: slow(state.records, RECORDS_AT_ONCE),
    aside: slow(state.aside, RECORDS_AT_ONCE),
    ledger: slow(state.ledger),
    journal: slow(state.journal, ['add', 'listen']),
    faults: slow(state.faults),
    admit: slow({ admit: state.admit }).admit,
  }),
);

/** @param atOnce the methods whose interface asks for an answer at once */
export function slow<Store extends object>(store: Store, atOnce: readonly (keyof Store)[] = []): Store {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || atOnce.some((method) => method === name)) return member;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        await turns();
        const answer: unknown = await Reflect.apply(member, target, args);
        await turns();
        return answer;
      };
    },
  });
}

/** From a seed, so that a failure repeats. */
const random = createRandom(1);

/** More than one, so that what was asked for first may be answered last. */
async function turns(): Promise<void> {
  for (let turn = Math.ceil(random() * 3); turn > 0; turn -= 1) await new Promise(setImmediate);
}
