import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { clearTimeout, setInterval, setTimeout } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { CONTROL_PATH, isControl } from '../control/document';
import type { Log } from '../observe/log';
import { keepTexts, pagePaths } from '../pages/pages';
import type { Served } from './app';
import { capacityOf, openFiles } from './capacity';
import type { Certificate } from './certificate';
import { type Connections, type Exchange, watchConnections } from './connections';
import { DEFAULT_MAX_CONNECTIONS, DEFAULT_TIMEOUTS, type Timeouts } from './defaults';
import { createPacer, type Pacer } from './pacer';
import { answerParserErrors, createRefusal } from './refuse';

/** Longer than the pauses of a test run, so that no client sends on a connection that is just being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** How many connections the system accepts while the mock is busy; the system may have a lower bound of its own. */
const BACKLOG = 2048;

/** Where a server listens, and to how many. */
interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly timeouts?: Timeouts;
  readonly maxConnections?: number;
  /** Whether the process goes on for as long as it listens. Default: true. */
  readonly keepAlive?: boolean | undefined;
}

export interface Listening {
  /** `http://host:port`, or `https://host:port`. */
  readonly origin: string;
  /** Stops accepting, lets requests in flight finish, and resolves within a second. */
  close(): Promise<void>;
}

/**
 * Serves the app on a port of its own.
 *
 * @param certificate for HTTPS; without one it speaks plain HTTP
 * @throws the error of `listen`, such as `EADDRINUSE`
 */
export async function listen(
  { app, live }: Pick<Served, 'app' | 'live'>,
  {
    host,
    port,
    timeouts = DEFAULT_TIMEOUTS,
    maxConnections = DEFAULT_MAX_CONNECTIONS,
    keepAlive = true,
  }: ListenOptions,
  certificate?: Certificate,
): Promise<Listening> {
  const server = newServer(certificate, {
    // The app answers a missing Host itself, in the envelope.
    requireHostHeader: false,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
  const { log } = live.engine;
  const serve = ({ request, response }: Exchange): void => {
    // The client may have left while the request waited for its turn.
    if (!request.socket.destroyed) app(request, response);
  };
  const pacer = createPacer(
    serve,
    ({ request }) => isControl(request.url ?? ''),
    () => connections.accepted,
  );
  const capacity = capacityOf(maxConnections, openFiles());
  const connections = watchConnections(server, {
    isSecure: certificate !== undefined,
    capacity,
    begin: pacer.begin,
    refuse: createRefusal(live, capacity),
  });
  const take: RequestListener = (request, response) => connections.take({ request, response });
  server.on('request', take);
  server.on('checkExpectation', take);
  server.on('checkContinue', (request, response) => {
    // RFC 9110 §10.1.1: 100 Continue is sent only once the body is read.
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    take(request, response);
  });
  answerParserErrors(server, live, connections);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', logOnce(server, log));
  if (!keepAlive) unref(server);
  // Before the first connection is accepted: connections may take all file descriptors.
  keepTexts([...pagePaths(), CONTROL_PATH]);
  // True of every server that listens on a port.
  const { port: taken } = server.address() as AddressInfo;
  return {
    origin: `${certificate === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    close() {
      live.engine.readiness.end();
      return shutDown(server, connections, pacer);
    },
  };
}

/** How long connections are accepted that clients have opened before. */
const ACCEPT_MS = 150;
/** How many turns of the event loop without a new connection show that none is left to accept. */
const QUIET_TURNS = 2;
/** How long idle connections stay open for requests that are already on the wire. */
const GRACE_MS = 100;
/** How long requests are begun that have been read before, behind others on their connection. */
const PIPELINED_MS = 400;
/** How long requests in flight may take, and clients to read the last replies. */
const IN_FLIGHT_MS = 850;
const SWEEP_MS = 20;

/** Closes a server within a second: what has been read is answered, and nothing that is read later begins. */
async function shutDown(server: Server, connections: Connections, pacer: Pacer<unknown>): Promise<void> {
  // Node's `close` would close every idle connection at once, even one whose request is already on the wire.
  server.closeIdleConnections = () => {};
  // What has arrived is read first: a busy connection must not look idle, nor a client in this process that has a reply to read.
  const onceRead = (close: () => void) => () => void setImmediate().then(close);
  const deadline = setTimeout(onceRead(connections.closeAll), IN_FLIGHT_MS);
  const patience = setTimeout(connections.endWaiting, PIPELINED_MS);
  let sweep: NodeJS.Timeout | undefined;
  const grace = setTimeout(() => {
    sweep = setInterval(onceRead(connections.closeIdle), SWEEP_MS);
  }, GRACE_MS);
  connections.beginShutdown();
  // Node accepts one connection in a turn of the event loop, so that turns have to be short.
  pacer.pause();
  await acceptAll(connections);
  pacer.resume();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  for (const timer of [deadline, patience, grace, sweep]) clearTimeout(timer);
}

/** What the system has accepted and Node has not would be reset as the server stops listening. */
async function acceptAll(connections: Connections): Promise<void> {
  const end = performance.now() + ACCEPT_MS;
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < end; quiet += 1) {
    const { accepted } = connections;
    await setImmediate();
    if (connections.accepted > accepted) quiet = -1;
  }
}

/** Lets the process end though the server listens, and clients keep connections open. */
function unref(server: Server): void {
  server.unref();
  for (const event of ['connection', 'secureConnection']) server.on(event, (socket: Socket) => void socket.unref());
}

/** Logs that connections can't be accepted (EMFILE, ENFILE), once until another one is: the next ones may be many. */
function logOnce(server: Server, log: Log): (error: Error) => void {
  let isLogged = false;
  server.on('connection', () => {
    isLogged = false;
  });
  return ({ message }) => {
    if (!isLogged) log.failed(`Connections are refused: ${message}.`);
    isLogged = true;
  };
}

function newServer(certificate: Certificate | undefined, options: ServerOptions): Server {
  if (certificate === undefined) return createServer(options);
  const { cert, key } = certificate;
  return createTlsServer({ ...options, cert, key, handshakeTimeout: options.headersTimeout });
}

/**
 * Why a server could not listen, and what to do; undefined where the error's own words suffice.
 *
 * @param named how the reader names an option: `--port`, or `port`
 */
export function whyNotListening(
  error: unknown,
  { host, port }: Pick<ListenOptions, 'host' | 'port'>,
  named: (option: string) => string,
): string | undefined {
  // What `listen` rejects with is an error of Node, or has no `code`.
  const { code } = error as NodeJS.ErrnoException;
  const noAddress = `${host} is no address of this machine; name another with ${named('host')}`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is taken; name another with ${named('port')}, or 0 for a free one`,
    EACCES: `port ${port} of ${host} may not be used by this user; name one above 1023 with ${named('port')}`,
    EADDRNOTAVAIL: noAddress,
    ENOTFOUND: noAddress,
  };
  return reasons[code ?? ''];
}

/**
 * Tries whether a server could listen there, before anything is changed that could not be undone.
 *
 * @throws the error of `listen`, such as `EADDRINUSE`
 */
export async function ensureFree({ host, port }: Pick<ListenOptions, 'host' | 'port'>): Promise<void> {
  const server = createTcpServer().listen({ port, host });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
