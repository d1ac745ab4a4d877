import { listAllowances, setAllowance } from '../control/allowances';
import { addFault } from '../control/faults';
import type { Live } from '../control/model';
import { findRequests } from '../control/requests';
import { openSession, type SessionOptions } from '../control/sessions';
import { readState, writeState } from '../control/state';
import type { Engine } from '../pipeline/model';
import type { Awaitable } from '../world/stores/awaitable';
import type { World } from '../world/stores/model';
import { copyOf, withChecked } from './arguments';
import { clockOf } from './clock';
import type { SessionClient, WorldClient } from './model';

export function createWorldClient(live: Live<Engine>, world: World): WorldClient {
  /** Announces a change, as the control plane does for those that come through it. */
  const announced = async <T>(change: Awaitable<T>): Promise<T> => {
    const changed = await change;
    world.notices.announce();
    return changed;
  };
  return {
    clock: clockOf(world),
    faults: {
      add: (rule) =>
        withChecked('POST', '/faults', rule, async (own) => copyOf(await announced(addFault(live.engine, world, own)))),
      list: async () => copyOf(await world.state.faults.list()),
      remove: async (id) => announced(world.state.faults.remove(id)),
      clear: async () => announced(world.state.faults.clear()),
    },
    allowances: {
      list: () => listAllowances(world),
      set: (name, change) =>
        withChecked('PUT', '/allowances/{name}', change, (own) => announced(setAllowance(world, name, own))),
    },
    requests: (pattern = {}) =>
      withChecked('POST', '/requests/count', pattern, async (own) => findRequests(live.engine, world, own)),
    clearRequests: async () => announced(world.state.journal.clear()),
    state: async () => copyOf(await readState(world)),
    restore: async (state) => {
      await withChecked('PUT', '/state', state, (own) => announced(writeState(live.engine, world, own)));
    },
    reset: () => world.reset(),
  };
}

/**
 * @throws TypeError for options that the control plane would refuse
 * @throws Error if the most sessions are open
 */
export async function openSessionClient(live: Live<Engine>, options: SessionOptions): Promise<SessionClient> {
  const { id, name, world, apiKeys } = await withChecked('POST', '/sessions', options, (own) =>
    openSession(live.engine, own),
  );
  // It has no answer, and a session that could not be closed ends by itself.
  const close = (): void => void Promise.resolve(live.engine.worlds.close(id)).catch(() => {});
  return { ...createWorldClient(live, world), id, name, apiKeys, close };
}
