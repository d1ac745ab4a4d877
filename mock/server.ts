import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import type { Engine } from './model';
import { answerParserError } from './parser-errors';

/** Milliseconds that a client gets for the head of a request, and for the whole of it. */
export interface Timeouts {
  readonly headers: number;
  readonly request: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = { headers: 10_000, request: 30_000 };
/** Longer than any pause of a test run, so that no client sends on a connection that is just being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** What is in flight at the shutdown gets this long. */
const SHUTDOWN_MS = 700;
const SWEEP_MS = 20;

export interface Listening {
  /** `http://host:port`. */
  readonly origin: string;
  /** Stops accepting, lets what is in flight end, and resolves within a second. */
  close(): Promise<void>;
}

/**
 * Serves the app on a port of its own.
 *
 * @throws the error of `listen`, `EADDRINUSE` and the like
 */
export async function listen(
  app: Express,
  engine: Engine,
  host: string,
  port: number,
  timeouts: Timeouts = DEFAULT_TIMEOUTS,
): Promise<Listening> {
  const server = createServer(
    {
      // The app answers a missing Host itself, in the envelope.
      requireHostHeader: false,
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    app,
  );
  server.on('checkExpectation', app);
  server.on('clientError', (error, socket) => {
    answerParserError(engine, error, socket as Socket).catch((failure: unknown) => {
      engine.log.failed(failure);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: taken } = server.address() as AddressInfo;
  return { origin: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, close: () => shutDown(server) };
}

async function shutDown(server: Server): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS);
  // A connection whose last reply began before the shutdown is kept alive: it is closed as soon as it is idle.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  // Whoever is still being answered is told not to come back on this connection.
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(deadline);
  clearInterval(sweep);
}
