/** The mock inside a program: for Jest, Vitest and Playwright, and as a function for supertest. */
import { readOptions, withDefaults } from '../openapi/program/option';
import type { AnimalStore } from '../openapi/types/animal-store';
import type { Api } from '../openapi/types/api';
import type { Credential } from '../openapi/types/control';
import { type Caller, whileOpen, withName } from './client/calls';
import { createWorldClient, openSessionClient } from './client/client';
import type { Plans, SessionClient, SessionOptions, WorldClient } from './client/model';
import { credentialsOf } from './control/health';
import { createLog, type Log } from './observe/log';
import { type App, type Served, serve } from './server/app';
import { readCertificate } from './server/certificate';
import type { MockFetch } from './server/fetch';
import { bringUp, bringUpOnPort, type Running } from './setup/bring-up';
import { type ApiOf, MOCK_OPTIONS, type MockOptions, OPTIONS, type Options, type StartOptions } from './setup/options';

export { ContractError, parseJson, stringifyJson } from '../openapi/contract';
export type { AnimalStore } from '../openapi/types/animal-store';
export type { Api } from '../openapi/types/api';
export type {
  Abort,
  AllowanceState,
  ChoicesChange,
  ChoicesState,
  Credential,
  DelayRange,
  Fault,
  Plain,
  RecordedRequest,
  SilenceState,
} from '../openapi/types/control';
export type {
  AllowanceChange,
  FaultRule,
  Pattern,
  RequestPattern,
  SessionClient,
  SessionOptions,
  State,
  StateChange,
  WorldClient,
} from './client/model';
export type { ConnectedMock, ConnectOptions } from './client/remote/connect';
export { connectMock } from './client/remote/connect';
export type { RemoteClock, RemoteSessionClient, RemoteWorldClient } from './client/remote/world';
export type { LogLevel } from './observe/log';
export type { MockOptions, StartOptions } from './setup/options';
export type { Clock } from './world/stores/clock';
export type { FaultReply } from './world/stores/faults';

/**
 * Express middleware, and a request listener for Node's `http.createServer` and for supertest. In an app around it the mock
 * answers what is below the base URL of the contract and below `/__admin`, and its own pages; for everything else it calls
 * `next`. It takes the requests and responses of Node, which `object` stands for: so these types need no others.
 */
export type MockApp = (request: object, response: object, next?: (error?: unknown) => void) => void;

/** A mock without a port. Its own members of `WorldClient` are for the default world, that of the keys in the keys file. */
export interface Mock<A extends Api = AnimalStore> extends WorldClient<A> {
  readonly app: MockApp;
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

/** A mock on a port of its own. */
export interface StartedMock<A extends Api = AnimalStore> extends Mock<A> {
  /** With the contract's prefix, e.g. `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string;
}

/**
 * Makes a mock without a port: `request(mock.app).get(...)`.
 *
 * @throws ContractError if the document, the fixtures or the keys can't be used
 * @throws TypeError for an unknown option or an invalid value
 */
export async function createMock<
  A extends Api | undefined = undefined,
  File extends string | undefined = string | undefined,
>(options: MockOptions<File> = {}): Promise<Mock<ApiOf<A, File>>> {
  const values = withDefaults(OPTIONS, readOptions('createMock', MOCK_OPTIONS, options));
  const running = await bringUp(values, ...logFor(values));
  const mock = mockOf(serve(running.live), running);
  // The cast is true as far as the caller knows the document and the keys.
  return mock as Mock<ApiOf<A, File>>;
}

/**
 * Starts a mock on a port of its own.
 *
 * @throws ContractError if the document, the fixtures or the keys can't be used
 * @throws TypeError for an unknown option or an invalid value, a certificate that can't be used among them
 * @throws Error if the port is taken, or the host is no address of this machine
 */
export async function startMock<
  A extends Api | undefined = undefined,
  File extends string | undefined = string | undefined,
>(options: StartOptions<File> = {}): Promise<StartedMock<ApiOf<A, File>>> {
  const values = withDefaults(OPTIONS, readOptions('startMock', OPTIONS, options));
  const certificate = readCertificate(values);
  const { running, served, listening } = await bringUpOnPort(values, certificate, ...logFor(values), {
    named: (option) => `the option ${option}`,
    error: (reason, cause) => new Error(`startMock: ${reason}.`, { cause }),
  });
  const mock = mockOf(served, running, listening.close);
  const started = Object.defineProperty(mock, 'baseUrl', {
    // Of the document as it was read last.
    get: () => listening.origin + mock.prefix,
    enumerable: true,
  });
  // The cast is true as far as the caller knows the document and the keys.
  return started as StartedMock<ApiOf<A, File>>;
}

/** The log of a mock in a program, and where its notices go. */
function logFor({ log: level }: Options): [Log, (text: string) => void] {
  const log = createLog(level, process.stderr);
  return [log, level === 'silent' ? () => {} : log.notice];
}

/** @param stopListening ends what clients outside this process have to do with it */
function mockOf({ live, app, fetch }: Served, running: Running, stopListening = async () => {}): Mock<Api> {
  let closing: Promise<void> | undefined;
  const caller: Caller = {
    name: 'mock',
    ensureOpen() {
      if (closing !== undefined) throw new Error('This mock is closed: close() was called before.');
    },
  };
  const end = async (): Promise<void> => {
    await live.engine.worlds.leaveSessions();
    await stopListening();
    await running.close();
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
  return {
    ...createWorldClient(live, caller, () => live.engine.worlds.main),
    // The cast is true: its callers pass messages of Node, which the package's own types do not name.
    app: appWhileOpen(caller, app) as MockApp,
    fetch: whileOpen(caller, fetch),
    get prefix() {
      return live.engine.contract.prefix;
    },
    get credentials() {
      return credentialsOf(live.engine.contract);
    },
    // The cast is true: which windows a session has follows from the plans that it is given.
    session: withName(caller, 'session', openSession) as Mock<Api>['session'],
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Once the mock is closed, the app around it gets an error, and a client of it alone a 503 that says the same. */
const appWhileOpen = (caller: Caller, app: App): App => {
  const ensureOpen = withName(caller, 'app', () => {}, true);
  return (request, response, next) => {
    try {
      ensureOpen();
    } catch (error) {
      if (next !== undefined) next(error);
      else response.writeHead(503, { 'Content-Type': 'text/plain' }).end(`${String(error)}\n`);
      return;
    }
    app(request, response, next);
  };
};
