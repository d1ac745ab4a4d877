import type { AnimalStore } from '../../../openapi/types/animal-store';
import type { Api } from '../../../openapi/types/api';
import type {
  AllowanceState,
  ChoicesState,
  ClockState,
  Fault,
  RecordedRequest,
  SessionOptions,
  State,
} from '../../../openapi/types/control';
import { checkSeconds, readInstant } from '../../control/clock';
import { noSuch } from '../../control/problems';
import type { Clock } from '../../world/stores/clock';
import { refuseArgument } from '../arguments';
import { type Caller, sessionCaller, withNames } from '../calls';
import type { Plans, SessionApi, SessionClient, WorldClient } from '../model';
import { type Ask, askAt, bodyOf, isSessionGone, type Link, send } from './link';

/**
 * The clock of a world in another process. What a clock in process does at once is a promise here, so `await clock.advance(60)`
 * and `await clock.frozen` mean the same for both. Each of them sends a request; an instant that RFC 3339 can't write is a
 * TypeError.
 */
export type RemoteClock = {
  readonly [Name in Exclude<keyof Clock, 'settled'>]: Clock[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Promise<Result>
    : Promise<Clock[Name]>;
};

/**
 * A world in another process. Every method also throws an Error if the mock can't be reached, does not answer in time or
 * refuses the admin token, and if the session has ended.
 */
export interface RemoteWorldClient<A extends Api = AnimalStore> extends Omit<WorldClient<A>, 'clock'> {
  readonly clock: RemoteClock;
}

/** A world of its own in another process. */
export interface RemoteSessionClient<A extends Api = AnimalStore, P extends Plans<A> = undefined>
  extends RemoteWorldClient<SessionApi<A, P>>,
    Omit<SessionClient<A>, keyof WorldClient | 'close'> {
  /** Ends the session; its keys are invalid from then on. It may have ended before. */
  close(): Promise<void>;
}

/** @param world path of the world below `/__admin`, empty for the default one */
export function createRemoteWorld(link: Link, caller: Caller, world = ''): RemoteWorldClient<Api> {
  const ask: Ask = askAt(link);
  const client: RemoteWorldClient<Api> = {
    clock: remoteClock(ask, world),
    faults: {
      add: (rule) => ask<Fault>('POST', `${world}/faults`, rule),
      list: () => ask<readonly Fault[]>('GET', `${world}/faults`),
      remove: async (id) => {
        if (isFolded(id)) return false;
        const reply = await send(link, 'DELETE', `${world}/faults/${encodeURIComponent(id)}`);
        if (reply.status === 404 && !isSessionGone(reply)) return false;
        bodyOf(link, reply);
        return true;
      },
      clear: () => ask<void>('DELETE', `${world}/faults`),
    },
    choices: {
      get: () => ask<ChoicesState>('GET', `${world}/choices`),
      set: (change) => ask<ChoicesState>('PUT', `${world}/choices`, change),
    },
    allowances: {
      list: () => ask<readonly AllowanceState[]>('GET', `${world}/allowances`),
      set: async (name, change) => {
        if (!isFolded(name))
          return ask<AllowanceState>('PUT', `${world}/allowances/${encodeURIComponent(name)}`, change);
        const known = await client.allowances.list();
        const { message } = noSuch(
          'key',
          name,
          known.map((one) => one.name),
        );
        throw new TypeError(message);
      },
    },
    requests: (pattern = {}) => ask<readonly RecordedRequest[]>('POST', `${world}/requests/find`, pattern),
    clearRequests: () => ask<void>('DELETE', `${world}/requests`),
    state: () => ask<State>('GET', `${world}/state`),
    restore: async (state) => {
      await ask('PUT', `${world}/state`, state);
    },
    reset: () => ask<void>('POST', `${world}/reset`),
  };
  return withNames(caller, client);
}

/** Whether no address can have this as a part of its path: URLs fold it, also where it is escaped (WHATWG URL §4.1). */
const isFolded = (part: string): boolean => part === '.' || part === '..';

/**
 * @param ensureOpen throws once the connection is closed
 * @throws TypeError for options that the control plane refuses
 * @throws Error if the most sessions are open
 */
export async function openRemoteSession(
  link: Link,
  ensureOpen: Caller['ensureOpen'],
  options: SessionOptions,
): Promise<RemoteSessionClient<Api>> {
  type Opened = Pick<RemoteSessionClient<Api>, 'id' | 'apiKeys'> & { readonly name: string | null };
  const { id, name, apiKeys } = await askAt(link)<Opened>('POST', '/sessions', options);
  const path = `/sessions/${id}`;
  let isClosed = false;
  const close = async (): Promise<void> => {
    isClosed = true;
    const reply = await send(link, 'DELETE', path);
    if (!isSessionGone(reply)) bodyOf(link, reply);
  };
  const caller = sessionCaller(ensureOpen, () => isClosed);
  const client = createRemoteWorld(link, caller, path);
  return { ...client, id, name: name ?? undefined, apiKeys, close, [Symbol.asyncDispose]: close };
}

/** @param world path of the world below `/__admin`, empty for the default one */
function remoteClock(ask: Ask, world: string): RemoteClock {
  const path = `${world}/clock`;
  const read = () => ask<ClockState>('GET', path);
  const change = async (body: unknown): Promise<void> => {
    await ask('PUT', path, body).catch((error: unknown) => {
      throw error instanceof TypeError ? withoutPlace(error) : error;
    });
  };
  const methods = {
    now: async () => Date.parse((await read()).now),
    real: async () => {
      const { now, offsetSeconds } = await read();
      return Math.round(Date.parse(now) - offsetSeconds * 1000);
    },
    advance: async (seconds: number) => {
      checkSeconds(seconds, refuseArgument);
      return change({ action: 'advance', seconds });
    },
    freeze: () => change({ action: 'freeze' }),
    run: () => change({ action: 'run' }),
    set: async (instant: Date | number | string) => {
      const moment = new Date(readInstant(instant, refuseArgument));
      return change({ action: 'set', instant: moment.toISOString() });
    },
    reset: () => change({ action: 'reset' }),
  };
  // Not enumerable: printing or copying the clock sends no request.
  return Object.defineProperty(methods, 'frozen', {
    get: async () => (await read()).frozen,
    // The cast is true: the getter is the member that is missing.
  }) as typeof methods & Pick<RemoteClock, 'frozen'>;
}

/** The number is the whole argument here, and a member of the body there. */
const withoutPlace = ({ message }: TypeError): TypeError =>
  new TypeError(message.replace(/^The field "(seconds|instant)"(?= )/, 'The argument'));
