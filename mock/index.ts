/** The mock inside a program: for Jest, Vitest and Playwright, and as a function for supertest. */
import { readOptions, withDefaults } from '../openapi/program/option';
import type { Credential, SessionOptions } from '../openapi/types/control';
import { createWorldClient, openSessionClient } from './client/client';
import type { SessionClient, WorldClient } from './client/model';
import { credentialsOf } from './control/health';
import { createLog, type Log } from './observe/log';
import { type Served, serve } from './server/app';
import { readCertificate } from './server/certificate';
import type { MockFetch } from './server/fetch';
import { bringUp, bringUpOnPort } from './setup/bring-up';
import { MOCK_OPTIONS, type MockOptions, OPTIONS, type Options, type StartOptions } from './setup/options';

export { ContractError, parseJson, stringifyJson } from '../openapi/contract';
export type {
  Abort,
  AllowanceChange,
  AllowanceState,
  ChoicesChange,
  ChoicesState,
  Credential,
  DelayRange,
  Fault,
  FaultRule,
  Pattern,
  Plain,
  RecordedRequest,
  RequestPattern,
  SessionOptions,
  SilenceState,
  State,
  StateChange,
} from '../openapi/types/control';
export type { SessionClient, WorldClient } from './client/model';
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
export interface Mock extends WorldClient {
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
  session(options?: SessionOptions): Promise<SessionClient>;
}

/** A mock on a port of its own. */
export interface StartedMock extends Mock {
  /** With the contract's prefix, e.g. `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string;
  /** Rejects with a ContractError where the option `state` is given and its file could not be written at the end. */
  close(): Promise<void>;
}

/**
 * Makes a mock without a port: `request(mock.app).get(...)`.
 *
 * @throws ContractError if the document, the fixtures or the keys can't be used
 * @throws TypeError for an unknown option or an invalid value
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const values = withDefaults(OPTIONS, readOptions('createMock', MOCK_OPTIONS, options));
  const { live } = await bringUp(values, ...logFor(values));
  return mockOf(serve(live));
}

/**
 * Starts a mock on a port of its own.
 *
 * @throws ContractError if the document, the fixtures or the keys can't be used
 * @throws TypeError for an unknown option or an invalid value, a certificate that can't be used among them
 * @throws Error if the port is taken, or the host is no address of this machine
 */
export async function startMock(options: StartOptions = {}): Promise<StartedMock> {
  const values = withDefaults(OPTIONS, readOptions('startMock', OPTIONS, options));
  const certificate = readCertificate(values);
  const { running, served, listening } = await bringUpOnPort(values, certificate, ...logFor(values), {
    named: (option) => `the option ${option}`,
    error: (reason, cause) => new Error(`startMock: ${reason}.`, { cause }),
  });
  const mock = mockOf(served);
  return {
    ...mock,
    // Copied, they would stay those of the document at the start.
    get prefix() {
      return mock.prefix;
    },
    get credentials() {
      return mock.credentials;
    },
    get baseUrl() {
      return listening.origin + mock.prefix;
    },
    async close() {
      await served.live.engine.worlds.leaveSessions();
      await listening.close();
      await running.close();
    },
  };
}

/** The log of a mock in a program, and where its notices go. */
function logFor({ log: level }: Options): [Log, (text: string) => void] {
  const log = createLog(level, process.stderr);
  return [log, level === 'silent' ? () => {} : log.notice];
}

function mockOf({ live, app, fetch }: Served): Mock {
  return {
    ...createWorldClient(live, () => live.engine.worlds.main),
    // The cast is true: its callers pass messages of Node, which the package's own types do not name.
    app: app as MockApp,
    fetch,
    get prefix() {
      return live.engine.contract.prefix;
    },
    get credentials() {
      return credentialsOf(live.engine.contract);
    },
    session: (options = {}) => openSessionClient(live, options),
  };
}
