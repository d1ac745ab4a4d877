import type { Api } from '../../openapi/types/api';
import type { SessionOptions } from '../../openapi/types/control';
import { listAllowances, setAllowance } from '../control/allowances';
import { readChoices, setChoices } from '../control/choices';
import { advanceClock, readInstant } from '../control/clock';
import { addFault, listFaults } from '../control/faults';
import type { Live } from '../control/model';
import { noSuchSession } from '../control/problems';
import { findRequests } from '../control/requests';
import { openSession } from '../control/sessions';
import { readState, writeState } from '../control/state';
import type { Engine } from '../pipeline/model';
import type { Clock } from '../world/stores/clock';
import type { World } from '../world/stores/model';
import type { Awaitable } from '../world/stores/store';
import { copyOf, refuseArgument, withChecked } from './arguments';
import { type Caller, sessionCaller, withNames } from './calls';
import type { SessionClient, WorldClient } from './model';

/** The clock of a world's present state, which announces its moves: at once, so that a test can move time between two lines. */
function clockOf(reach: () => World): Clock {
  const announced =
    <Args extends readonly unknown[]>(move: (clock: Clock, ...args: Args) => void) =>
    (...args: Args): void => {
      const world = reach();
      move(world.state.clock, ...args);
      world.notices.announce();
    };
  return {
    now: () => reach().state.clock.now(),
    real: () => reach().state.clock.real(),
    get frozen() {
      return reach().state.clock.frozen;
    },
    advance: announced((clock, seconds: number) => advanceClock(clock, seconds, refuseArgument)),
    freeze: announced((clock) => clock.freeze()),
    run: announced((clock) => clock.run()),
    set: announced((clock, instant: Date | number | string) => clock.set(readInstant(instant, refuseArgument))),
    reset: announced((clock) => clock.reset()),
    settled: () => reach().state.clock.settled(),
  };
}

/** @param reach gives the world that a method is for, and throws if it has ended */
export function createWorldClient(live: Live<Engine>, caller: Caller, reach: () => World): WorldClient<Api> {
  /** Asks for something in the world as all that share it have left it. */
  const asked = async <T>(ask: (world: World) => Awaitable<T>): Promise<T> => {
    const world = reach();
    const catchingUp = world.catchUp();
    // With a store that answers at once, it is done before this returns.
    if (catchingUp instanceof Promise) await catchingUp;
    return ask(world);
  };
  /** Announces a change, as the control plane does for those that come through it. */
  const changed = <T>(change: (world: World) => Awaitable<T>): Promise<T> =>
    asked(async (world) => {
      const result = await change(world);
      world.notices.announce();
      return result;
    });
  const client: WorldClient<Api> = {
    clock: clockOf(reach),
    faults: {
      add: (rule) =>
        withChecked('POST', '/faults', rule, async (own) =>
          copyOf(await changed((world) => addFault(live.engine, world, own))),
        ),
      list: async () => copyOf(await asked((world) => listFaults(live.engine, world))),
      remove: (id) => changed(({ state }) => state.faults.remove(id)),
      clear: () => changed(({ state }) => state.faults.clear()),
    },
    choices: {
      get: async () => copyOf(await asked((world) => readChoices(live.engine, world))),
      set: (change) =>
        withChecked('PUT', '/choices', change, async (own) =>
          copyOf(await changed((world) => setChoices(live.engine, world, own))),
        ),
    },
    allowances: {
      list: () => asked(listAllowances),
      set: (name, change) =>
        withChecked('PUT', '/allowances/{name}', change, (own) => changed((world) => setAllowance(world, name, own))),
    },
    requests: (pattern = {}) =>
      withChecked('POST', '/requests/count', pattern, (own) => asked((world) => findRequests(live.engine, world, own))),
    clearRequests: () => changed(({ state }) => state.journal.clear()),
    state: async () => copyOf(await asked(readState)),
    restore: async (state) => {
      await withChecked('PUT', '/state', state, (own) => changed((world) => writeState(live.engine, world, own)));
    },
    reset: async () => reach().reset(),
  };
  return withNames(caller, client, ['clock']);
}

/**
 * @param ensureOpen throws once the mock is closed
 * @throws TypeError for options that the control plane would refuse
 * @throws Error if the most sessions are open
 */
export async function openSessionClient(
  live: Live<Engine>,
  ensureOpen: Caller['ensureOpen'],
  options: SessionOptions,
): Promise<SessionClient<Api>> {
  const { id, name, world, apiKeys } = await withChecked('POST', '/sessions', options, (own) =>
    openSession(live.engine, own),
  );
  // It has no answer, and a session that could not be closed ends by itself.
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    void Promise.resolve(live.engine.worlds.close(id)).catch(() => {});
  };
  const reach = (): World => {
    const { worlds } = live.engine;
    // A use of the session, as over HTTP. The clock can't wait for a store that answers later, and no store has to fail it.
    void Promise.resolve(worlds.worldOfSession(id)).catch(() => {});
    if (worlds.isOpen(id)) return world;
    throw new Error(noSuchSession(id).message);
  };
  const caller = sessionCaller(ensureOpen, () => isClosed);
  const client = createWorldClient(live, caller, reach);
  return { ...client, id, name, apiKeys, close, [Symbol.asyncDispose]: async () => close() };
}
