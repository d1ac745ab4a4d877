/** The mock inside a program: for Jest, Vitest and Playwright, and as a function for supertest. */
import { readOptions, withDefaults } from '../openapi/program/option';
import type { AnimalStore } from '../openapi/types/animal-store';
import type { Api } from '../openapi/types/api';
import { type Caller, withName } from './client/calls';
import { createLog, type Log } from './observe/log';
import { type App, type Served, serve } from './server/app';
import { readCertificate } from './server/certificate';
import { inProcess, type MockInProcess } from './server/in-process';
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

/** A mock without a port. */
export interface Mock<A extends Api = AnimalStore> extends MockInProcess<A> {
  readonly app: MockApp;
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
  const { mock, caller } = inProcess(live, fetch, async () => {
    await stopListening();
    await running.close();
  });
  // The cast is true: its callers pass messages of Node, which the package's own types do not name.
  return Object.assign(mock, { app: appWhileOpen(caller, app) as MockApp });
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
