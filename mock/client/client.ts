import { JsonError, jsonMediaType, parseJson, sentenceOf, stringifyJson, validatorOf } from '../../openapi/contract';
import { type AllowanceChange, type AllowanceState, listAllowances, setAllowance } from '../control/allowances';
import { advanceClock, setClock } from '../control/clock';
import { readControl } from '../control/document';
import { addFault } from '../control/faults';
import type { RefuseInput } from '../control/problems';
import { findRequests } from '../control/requests';
import { openSession, type SessionOptions } from '../control/sessions';
import { readState, type State, type StateChange, writeState } from '../control/state';
import { Problem } from '../errors/problems';
import type { RecordedRequest } from '../observe/recorded-request';
import type { Engine } from '../pipeline/model';
import type { Awaitable } from '../world/stores/awaitable';
import type { Clock } from '../world/stores/clock';
import type { Fault, FaultRule } from '../world/stores/faults';
import type { Pattern } from '../world/stores/journal';
import type { World } from '../world/stores/model';

/** A world as a program that the mock runs in has it: what the control plane does, without HTTP. */
export interface WorldClient {
  /** It throws a TypeError for what leads to no instant that RFC 3339 can write, and does not advance backwards. */
  readonly clock: Clock;
  readonly faults: {
    /** @throws TypeError for a rule that the control plane would refuse */
    add(rule: FaultRule): Promise<Fault>;
    list(): Promise<readonly Fault[]>;
    /** Whether there was one of this id. */
    remove(id: string): Promise<boolean>;
    clear(): Promise<void>;
  };
  readonly allowances: {
    list(): Promise<readonly AllowanceState[]>;
    /** @throws TypeError for a key or a window that there is not, or where nothing is metered */
    set(name: string, change: AllowanceChange): Promise<AllowanceState>;
  };
  /** The requests of the journal that match, newest first; all of them without a pattern. */
  requests(pattern?: Pattern): Promise<readonly RecordedRequest[]>;
  clearRequests(): Promise<void>;
  state(): Promise<State>;
  /**
   * Replaces the parts that are given.
   *
   * @throws TypeError for what does not fit the contract; then nothing has changed
   */
  restore(state: StateChange): Promise<void>;
  /** Records, allowances, bans, clock, faults and journal as at the start. */
  reset(): Promise<void>;
}

/** A world of its own. */
export interface SessionClient extends WorldClient {
  readonly id: string;
  /** The key's value by the key's name, e.g. `apiKeys.free`. */
  readonly apiKeys: Readonly<Record<string, string>>;
  /** Forgets it; its keys are invalid from then on. */
  close(): void;
}

export function createClient(engine: Engine, world: World): WorldClient {
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
        checked('POST', '/faults', rule, async (own) => copyOf(await announced(addFault(engine, world, own)))),
      list: async () => copyOf(await world.state.faults.list()),
      remove: (id) => announced(world.state.faults.remove(id)),
      clear: () => announced(world.state.faults.clear()),
    },
    allowances: {
      list: () => listAllowances(world),
      set: (name, change) =>
        checked('PUT', '/allowances/{name}', change, (own) => announced(setAllowance(world, name, own))),
    },
    requests: (pattern = {}) =>
      checked('POST', '/requests/count', pattern, async (own) => findRequests(engine, world, own)),
    clearRequests: () => announced(world.state.journal.clear()),
    state: async () => copyOf(await readState(world)),
    restore: async (state) => {
      await checked('PUT', '/state', state, (own) => announced(writeState(engine, world, own)));
    },
    reset: () => world.reset(),
  };
}

/**
 * @throws TypeError for options that the control plane would refuse
 * @throws Error when so many sessions are open as may be
 */
export async function openSessionClient(engine: Engine, options: SessionOptions): Promise<SessionClient> {
  const { id, world, apiKeys } = await checked('POST', '/sessions', options, (own) => openSession(engine, own));
  return { ...createClient(engine, world), id, apiKeys, close: () => void engine.worlds.close(id) };
}

/** Nothing but these moves the world's clock. They are not asynchronous: a test moves the time between two lines. */
function clockOf(world: World): Clock {
  const change =
    <Args extends readonly unknown[]>(move: (clock: Clock, ...args: Args) => void) =>
    (...args: Args): void => {
      move(world.state.clock, ...args);
      world.notices.announce();
    };
  return {
    now: () => world.state.clock.now(),
    real: () => world.state.clock.real(),
    get frozen() {
      return world.state.clock.frozen;
    },
    advance: change((clock, seconds: number) => advanceClock(clock, seconds, refuseArgument)),
    freeze: change((clock) => clock.freeze()),
    run: change((clock) => clock.run()),
    set: change((clock, instant: Date | number | string) => setClock(clock, instant, refuseArgument)),
    reset: change((clock) => clock.reset()),
  };
}

const refuseArgument: RefuseInput = (problem) => new TypeError(`The argument ${problem}.`);

/** Does what an operation of the control plane does, with a copy of a body that its document allows. */
async function checked<Body, T>(
  method: string,
  path: string,
  given: Body,
  act: (body: Body) => Promise<T>,
): Promise<T> {
  // What a program of its own changes while this waits is no matter.
  const body = copyOf(given);
  const { contract } = await readControl();
  const operation = contract.operations.find((candidate) => candidate.method === method && candidate.path === path);
  const schema = jsonMediaType(operation?.body?.content ?? [])?.schema ?? {};
  const violation = validatorOf(schema, 'request')(body);
  if (violation !== undefined) throw new TypeError(`${sentenceOf(violation, 'The argument')}.`);
  try {
    return await act(body);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Of a 429 the argument is as it may be.
    throw error.status === 429 ? new Error(error.message) : new TypeError(error.message);
  }
}

/**
 * Nothing that one side changes later changes for the other.
 *
 * @throws TypeError for what can't be written as JSON
 */
function copyOf<T>(value: T): T {
  if (value === undefined) return value;
  try {
    return parseJson(stringifyJson(value)) as T;
  } catch (error) {
    const reason = error instanceof JsonError ? error.message : 'it contains itself, or JSON has no word for it';
    throw new TypeError(`The argument can't be written as JSON: ${reason}.`);
  }
}
