import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request, Response } from 'express';
import { type Connections, watchConnections } from './connections';
import { expressClasses } from './fast';
import { NodeRequest } from './node-request';
import { answerParserErrors } from './parser-errors';
import { send } from './send';
import type { Served } from './served';

/** Milliseconds that a client gets for the head of a request, and for the whole of it. */
export interface Timeouts {
  readonly headers: number;
  readonly request: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = { headers: 10_000, request: 30_000 };
/** Longer than any pause of a test run, so that no client sends on a connection that is just being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** At the shutdown, requests that are still on their way get this long to come in, */
const GRACE_MS = 100;
/** and what is under way this long to end. */
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
  { app, handle, engine }: Pick<Served, 'app' | 'handle' | 'engine'>,
  host: string,
  port: number,
  timeouts: Timeouts = DEFAULT_TIMEOUTS,
): Promise<Listening> {
  const server = createServer({
    ...expressClasses(app),
    // The app answers a missing Host itself, in the envelope.
    requireHostHeader: false,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
  const connections = watchConnections(server);
  const serve: RequestListener = (request, response) => {
    if (!connections.admit({ request, response })) return;
    // Without a last resort of our own Express makes one for each request: with `locals` (see `expressClasses`) a twentieth of
    // a POST's time. Its types ask for what it adds on the way.
    app(request as Request, response as Response, (error: unknown) => {
      const giveUp = (failure: unknown): void => {
        engine.log.failed(failure);
        response.destroy();
      };
      if (error !== undefined) giveUp(error);
      // Its router passes over a target that it can't read.
      else
        handle(new NodeRequest(request))
          .then((reply) => send(request, response, reply))
          .catch(giveUp);
    });
  };
  server.on('request', serve);
  server.on('checkExpectation', serve);
  server.on('checkContinue', (request, response) => {
    // RFC 9110 §10.1.1: the go-ahead is for a body that will be read, so it waits until somebody reads.
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    serve(request, response);
  });
  answerParserErrors(server, engine, connections);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    close: () => shutDown(server, connections),
  };
}

async function shutDown(server: Server, connections: Connections): Promise<void> {
  // Node's own `close` cuts off every connection without a request, also one whose request has just been sent.
  server.closeIdleConnections = () => {};
  connections.beginShutdown();
  const deadline = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS);
  let sweep: NodeJS.Timeout | undefined;
  const grace = setTimeout(() => {
    sweep = setInterval(() => connections.closeIdle(), SWEEP_MS);
  }, GRACE_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  for (const timer of [deadline, grace, sweep]) clearTimeout(timer);
}
