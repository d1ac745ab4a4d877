import { memoized } from '../../../openapi/contract';
import { memoryStores } from '../memory/stores';
import { createTransact, speculative } from '../redis/admit';
import { NO_DEADLINE } from '../stores/admission';
import type { WorldState } from '../stores/model';
import type { Stores } from '../stores/stores';
import { slowStores } from './slow-stores';

/** Stores in memory that admit a request as those do that several processes share: its operation begins meanwhile. */
export interface AdmittingStores extends Stores {
  /** Is called at each request before anything is done about it, and may throw. */
  beforeAdmission: () => void;
}

export function admittingStores(): AdmittingStores {
  const admitting = memoized((state: WorldState): WorldState => {
    const { clock, random, admit } = state;
    const take: Parameters<typeof speculative>[0] = async (request) => {
      stores.beforeAdmission();
      const now = clock.now();
      const { decision, effect } = await admit({ ...request, moment: { ...request.moment, now } });
      return { now, random, decision, effect };
    };
    return { ...state, admit: speculative(take) };
  });
  const inner = slowStores(memoryStores());
  const stores: AdmittingStores = {
    ...inner,
    transact: createTransact((work) => work(NO_DEADLINE)),
    beforeAdmission: () => {},
    async home(options, fill) {
      const home = await inner.home(options, fill);
      return {
        ...home,
        get present() {
          return admitting(home.present);
        },
      };
    },
  };
  return stores;
}
