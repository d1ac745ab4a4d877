import { memoized } from '../../../openapi/contract';
import { memoryStores } from '../memory/stores';
import type { Admit } from '../stores/admission';
import type { WorldState } from '../stores/model';
import type { RecordStore } from '../stores/records';
import type { Stores } from '../stores/stores';
import { slow, slowStores } from './slow-stores';

/** Stores that answer later, and take a request in by one step, as those that several processes share. */
export interface AdmittingStores extends Stores {
  /** Is called at each request before anything is done about it, and may throw. */
  beforeAdmission: () => void;
}

export function admittingStores(): AdmittingStores {
  const admitting = memoized((state: WorldState): WorldState => {
    const { ledger, faults, clock, random } = state;
    const admit: Admit = async ({ account, allowances, facts }) => {
      stores.beforeAdmission();
      const now = clock.now();
      const decision = allowances && (await ledger.spend(account, allowances, now));
      const mayStrike = facts !== undefined && (decision === undefined || decision.outcome === 'served');
      return { now, random, decision, effect: mayStrike ? await faults.strike(facts) : undefined };
    };
    return { ...state, ...slow({ admit }), records: holding(state.records) };
  });
  const inner = slowStores(memoryStores());
  const stores: AdmittingStores = {
    ...inner,
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

const CHANGES: readonly (keyof RecordStore)[] = ['insert', 'add', 'put', 'update', 'delete', 'getOrAdd'];

/** Records whose changes wait for permission. */
const holding = (records: RecordStore): RecordStore =>
  new Proxy(records, {
    get(target, name) {
      if (name === 'heldUntil') return (permission: Promise<void>) => holding(waiting(target, permission));
      return Reflect.get(target, name) as unknown;
    },
  });

const waiting = (records: RecordStore, permission: Promise<void>): RecordStore =>
  new Proxy(records, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || !CHANGES.some((change) => change === name)) return member;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        await permission;
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  });
