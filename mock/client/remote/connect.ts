import { isObject, jsonIn } from '../../../openapi/contract';
import { version } from '../../../openapi/package/package-file';
import {
  describe,
  type InputsOf,
  type OptionKind,
  type OptionRow,
  type OptionTable,
  readOptions,
  whole,
  withDefaults,
} from '../../../openapi/program/option';
import type { AnimalStore } from '../../../openapi/types/animal-store';
import type { Api } from '../../../openapi/types/api';
import type { Credential, Health, SessionOptions as UntypedSessionOptions } from '../../../openapi/types/control';
import { addressOf, type MockFetch, type WebUrl } from '../../server/fetch';
import { token } from '../../setup/option-kinds';
import { ADMIN_TOKEN_VARIABLE } from '../../setup/options';
import { type Caller, whileOpen, withName } from '../calls';
import type { Plans, SessionOptions } from '../model';
import {
  type ControlReply,
  type Link,
  messageIn,
  notTheMock,
  otherVersion,
  plainHttp,
  refused,
  send,
  tokenRefused,
} from './link';
import { createRemoteWorld, openRemoteSession, type RemoteSessionClient, type RemoteWorldClient } from './world';

/** A mock in another process, with the methods of a `StartedMock`. */
export interface ConnectedMock<A extends Api = AnimalStore> extends RemoteWorldClient<A> {
  /** With the contract's prefix, e.g. `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string;
  /** The path of the contract's server, which every path begins with, e.g. `/v1`. */
  readonly prefix: string;
  /** Each way to send an API key. */
  readonly credentials: readonly Credential[];
  /**
   * Sends a request to the mock, as `fetch` does, whatever host its address names: `mock.fetch('/v1/…')`. A redirect is
   * returned and not followed.
   */
  readonly fetch: MockFetch;
  /** Opens a session: a world of its own, which is reached with its own keys. */
  session<P extends Plans<A> = undefined>(options?: SessionOptions<A, P>): Promise<RemoteSessionClient<A, P>>;
  /** Closes the sessions that were opened through this connection. The mock itself goes on. */
  close(): Promise<void>;
  /** For `await using mock = await connectMock(url)`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Connects to a mock that runs as a process of its own: the methods of `startMock`'s result and of `mock.session()`, over
 * HTTP. What the clock does at once in process is a promise here; with `await`, a test reads the same for both.
 *
 * @param url its origin, or its base URL: `http://127.0.0.1:4010`, `http://127.0.0.1:4010/v1`
 * @throws TypeError for what is no address, an unknown option or an invalid value
 * @throws Error if nothing answers there, or something else, or a mock of another version; and for a missing or wrong token
 */
export async function connectMock<A extends Api = AnimalStore>(
  url: string | WebUrl,
  options: ConnectOptions = {},
): Promise<ConnectedMock<A>> {
  const adminToken = process.env[ADMIN_TOKEN_VARIABLE] || undefined;
  const given = readOptions('connectMock', CONNECT_OPTIONS, options);
  const values = withDefaults(CONNECT_OPTIONS, { ...given, adminToken: given.adminToken ?? adminToken });
  const { link, health } = await findMock(rootsIn(url).map((root) => ({ root, ...values })));

  const { prefix, credentials } = health.contract;
  const open = new Map<string, () => Promise<void>>();
  let isClosed = false;
  const caller: Caller = {
    name: 'mock',
    ensureOpen() {
      if (isClosed)
        throw new Error('This mock is closed: close() was called before, which ended the connection to it.');
    },
  };
  const openSession = async (given: UntypedSessionOptions = {}) => {
    const session = await openRemoteSession(link, caller.ensureOpen, given);
    // One that was still being opened when the connection was closed.
    if (isClosed) await session.close();
    caller.ensureOpen();
    open.set(session.id, session.close);
    const close = async (): Promise<void> => {
      if (!open.has(session.id)) return;
      await session.close();
      open.delete(session.id);
    };
    return { ...session, close, [Symbol.asyncDispose]: close };
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    await Promise.all([...open.values()].map((closeSession) => closeSession()));
    open.clear();
  };
  const mock: ConnectedMock<Api> = {
    ...createRemoteWorld(link, caller),
    baseUrl: link.root + prefix,
    prefix,
    credentials,
    fetch: whileOpen(caller, fetchAt(link.root)),
    // The cast is true: which windows a session has follows from the plans that it is given.
    session: withName(caller, 'session', openSession) as ConnectedMock<Api>['session'],
    close,
    [Symbol.asyncDispose]: close,
  };
  // The cast is true as far as the caller knows what the mock was started with.
  return mock as ConnectedMock<A>;
}

/** The options of `connectMock`. */
const CONNECT_OPTIONS = {
  /** The token that the Admin API requires, if there is one. Default: the variable `ANIMAL_STORE_ADMIN_TOKEN`. */
  adminToken: { help: 'token that the Admin API requires', kind: token, isSecret: true },
  /** Milliseconds to wait for each answer of the control plane. Default: 10000. */
  timeoutMs: {
    help: 'milliseconds to wait for each reply of the Admin API',
    kind: whole(1, 600_000),
    default: 10_000,
  },
} as const satisfies OptionTable<OptionRow<OptionKind<unknown, unknown>>>;

/** What `connectMock` takes. Each may be left out. */
export interface ConnectOptions extends InputsOf<typeof CONNECT_OPTIONS> {
  // TypeScript's messages have the name of an interface with a member of its own.
  /** Milliseconds to wait for each answer of the control plane. Default: 10000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Where a mock may be, given an address of it: an origin, a base URL with the contract's prefix, or one behind a proxy that
 * serves the mock below a path. The origin comes first, since a request below the prefix would be one to the API.
 *
 * @returns URLs without a slash at their end
 * @throws TypeError for what is no address of a server
 */
function rootsIn(address: unknown): readonly string[] {
  const text = address instanceof URL ? address.href : address;
  if (typeof text !== 'string' || !URL.canParse(text) || !/^https?:\/\//i.test(text)) {
    throw new TypeError(
      `connectMock: expected the address of a mock, such as http://127.0.0.1:4010, not ${describe(text)}.`,
    );
  }
  const { origin, pathname, username, password } = new URL(text);
  if (username !== '' || password !== '') {
    throw new TypeError(
      'connectMock: the address must have no user and no password; a token goes into { adminToken }.',
    );
  }
  const steps = pathname.split('/').filter((step) => step !== '');
  return [origin, ...steps.map((_, at) => `${origin}/${steps.slice(0, at + 1).join('/')}`)];
}

interface Found {
  readonly link: Link;
  readonly health: Health;
}

/** The first of these places where a usable mock of this version is; else the Error says what is at the first instead. */
async function findMock(links: readonly Link[]): Promise<Found> {
  const refusals: Error[] = [];
  for (const link of links) {
    // Every client may ask for the health, and only the mock gets the token.
    const reply = await send({ ...link, adminToken: undefined }, 'GET', '/health');
    const health = jsonIn(reply.text);
    if (reply.status === 200 && isHealth(health)) {
      checkVersion(link, health.version);
      await checkAccess(link);
      return { link, health };
    }
    if (reply.status === 400 && isForHttps(link, reply)) throw plainHttp(link);
    refusals.push(notTheMock(link, `GET /__admin/health was answered with ${reply.status}`));
  }
  throw refusals[0];
}

/** The mock, and servers like nginx, say in their reply that a request is plain HTTP though the port is for HTTPS. */
const isForHttps = ({ root }: Link, { text }: ControlReply): boolean =>
  root.startsWith('http:') && /\bHTTPS\b/.test(text);

/** What every version of the mock says of itself has these two. */
const isHealth = (value: unknown): value is Health =>
  isObject(value) && typeof value.version === 'string' && isObject(value.contract);

/** The control plane may change with the first two numbers. */
function checkVersion(link: Link, theirs: string): void {
  const ours = version();
  if (lineOf(theirs) !== lineOf(ours)) throw otherVersion(link, theirs, ours);
}

const lineOf = (text: string): string => text.split('.').slice(0, 2).join('.');

async function checkAccess(link: Link): Promise<void> {
  const reply = await send(link, 'GET', '/clock');
  const message = messageIn(reply);
  if (reply.status === 200) return;
  if (reply.status === 401) throw tokenRefused(link);
  if (reply.status === 403 && message !== undefined) throw refused(link, 403, message);
  throw notTheMock(link, `GET /__admin/clock was answered with ${reply.status}`);
}

/** `fetch` that sends each request to the mock at this root, whatever host its address names. */
function fetchAt(root: string): MockFetch {
  return async (input, init = {}) => {
    const { pathname, search } = addressOf(input);
    const target = root + pathname + search;
    if (typeof input === 'string' || input instanceof URL) return fetch(target, { redirect: 'manual', ...init });
    // Not `new Request(target, input)`: it refuses what a browser's navigation or another library has made.
    const { method, headers, body, signal } = input;
    return fetch(target, { redirect: 'manual', method, headers, body, signal, duplex: 'half', ...init });
  };
}
