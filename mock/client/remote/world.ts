import type {
  AllowanceState,
  ChoicesState,
  Fault,
  RecordedRequest,
  SessionOptions,
  State,
} from '../../../openapi/types/control';
import { checkFaultId } from '../arguments';
import { type Ask, askAt, bodyOf, isSessionGone } from './ask';
import { remoteClock } from './clock';
import type { Link } from './link';
import type { RemoteSessionClient, RemoteWorldClient } from './model';
import { send } from './send';

/** @param world path of the world below `/__admin`, empty for the default one */
export function createRemoteWorld(link: Link, world = ''): RemoteWorldClient {
  const ask: Ask = askAt(link);
  return {
    clock: remoteClock(ask, world),
    faults: {
      add: (rule) => ask<Fault>('POST', `${world}/faults`, rule),
      list: () => ask<readonly Fault[]>('GET', `${world}/faults`),
      remove: async (id) => {
        checkFaultId(id);
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
      set: (name, change) => ask<AllowanceState>('PUT', `${world}/allowances/${encodeURIComponent(name)}`, change),
    },
    requests: (pattern = {}) => ask<readonly RecordedRequest[]>('POST', `${world}/requests/find`, pattern),
    clearRequests: () => ask<void>('DELETE', `${world}/requests`),
    state: () => ask<State>('GET', `${world}/state`),
    restore: async (state) => {
      await ask('PUT', `${world}/state`, state);
    },
    reset: () => ask<void>('POST', `${world}/reset`),
  };
}

/**
 * @throws TypeError for options that the control plane refuses
 * @throws Error if the most sessions are open
 */
export async function openRemoteSession(link: Link, options: SessionOptions): Promise<RemoteSessionClient> {
  type Opened = Pick<RemoteSessionClient, 'id' | 'apiKeys'> & { readonly name: string | null };
  const { id, name, apiKeys } = await askAt(link)<Opened>('POST', '/sessions', options);
  const path = `/sessions/${id}`;
  const close = async (): Promise<void> => {
    const reply = await send(link, 'DELETE', path);
    if (!isSessionGone(reply)) bodyOf(link, reply);
  };
  return { ...createRemoteWorld(link, path), id, name: name ?? undefined, apiKeys, close };
}
