import type { AnimalStore } from '../../openapi/types/animal-store';
import type { Api } from '../../openapi/types/api';
import type { Credential } from '../../openapi/types/control';
import { type Caller, whileOpen, withName } from '../client/calls';
import { createWorldClient, openSessionClient } from '../client/client';
import type { Plans, SessionClient, SessionOptions, WorldClient } from '../client/model';
import { credentialsOf } from '../control/health';
import type { Live } from '../control/model';
import type { MockFetch } from './fetch';

/** A mock in the program that uses it. Its own members of `WorldClient` are for the default world, that of the keys in the keys file. */
export interface MockInProcess<A extends Api = AnimalStore> extends WorldClient<A> {
  /**
   * Sends a request to the mock without a port, as `fetch` does: `mock.fetch('/v1/…')`, or with a WHATWG `Request`, such as
   * an MSW handler gets. Where a server would abort the connection, it rejects with a TypeError.
   */
  readonly fetch: MockFetch;
  /** The path of the contract's server, which every path begins with, e.g. `/v1`. */
  readonly prefix: string;
  /** Each way to send an API key, in the order in which the contract has them. */
  readonly credentials: readonly Credential[];
  /** Opens a session: a world of its own, which is reached with its own keys. */
  session<P extends Plans<A> = undefined>(options?: SessionOptions<A, P>): Promise<SessionClient<A, P>>;
  /**
   * Ends the mock with its sessions. From then on each call says that the mock is closed; a second `close` does nothing.
   *
   * @throws ContractError where the option `state` is given and its file could not be written at the end
   */
  close(): Promise<void>;
  /** For `await using mock = await startMock()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** @param stop ends what goes on beside the program's own calls */
export function inProcess(
  live: Live,
  fetch: MockFetch,
  stop: () => Promise<void>,
): { readonly mock: MockInProcess<Api>; readonly caller: Caller } {
  let closing: Promise<void> | undefined;
  const caller: Caller = {
    name: 'mock',
    ensureOpen() {
      if (closing !== undefined) throw new Error('This mock is closed: close() was called before.');
    },
  };
  const end = async (): Promise<void> => {
    await live.engine.worlds.leaveSessions();
    await stop();
  };
  const close = (): Promise<void> => {
    closing ??= end();
    return closing;
  };
  const openSession = async (options: SessionOptions<Api> = {}) => {
    const session = await openSessionClient(live, caller.ensureOpen, options);
    // One that was still being opened when the mock was closed.
    if (closing !== undefined) session.close();
    caller.ensureOpen();
    return session;
  };
  const mock: MockInProcess<Api> = {
    ...createWorldClient(live, caller, () => live.engine.worlds.main),
    fetch: whileOpen(caller, fetch),
    get prefix() {
      return live.engine.contract.prefix;
    },
    get credentials() {
      return credentialsOf(live.engine.contract);
    },
    // The cast is true: which windows a session has follows from the plans that it is given.
    session: withName(caller, 'session', openSession) as MockInProcess<Api>['session'],
    close,
    [Symbol.asyncDispose]: close,
  };
  return { mock, caller };
}
