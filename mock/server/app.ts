import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request } from 'express';
import express from 'express';
import type { Live } from '../control/model';
import type { Answer } from '../http/reply';
import type { Log } from '../observe/log';
import { SMALL_REPLY } from '../pipeline/perform';
import type { Rooms } from './body';
import { createFetch, type MockFetch } from './fetch';
import { createHandler, type Handler } from './handler';
import { hasBody, NodeRequest } from './node-request';
import {
  type Bodies,
  createBodies,
  createReplies,
  DECODER_BYTES,
  MOST_BODY_BYTES,
  MOST_DECODER_BYTES,
  MOST_REPLY_BYTES,
  type Replies,
} from './rooms';
import { send } from './send';

/** The mock as an Express app. */
export function createApp(log: Log, exchange: (request: IncomingMessage, response: ServerResponse) => void): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response) => {
    exchange(request, response);
  });
  // Express would show a stack trace. Four parameters make this its error handler.
  app.use((error: unknown, _request: Request, response: ServerResponse, _next: unknown) => {
    log.failed(error);
    response.destroy();
  });
  return app;
}

/** One mock and the ways to reach it: as a function, as an Express app, and as `fetch`. */
export interface Served {
  readonly live: Live;
  /** Answers a request of Node's. */
  readonly exchange: (request: IncomingMessage, response: ServerResponse) => void;
  readonly app: Express;
  readonly fetch: MockFetch;
}

export function serve(live: Live): Served {
  const handle = createHandler(live);
  const { log } = live.engine;
  const inFlight = {
    bodies: createBodies(MOST_BODY_BYTES),
    decoders: createBodies(MOST_DECODER_BYTES),
    replies: createReplies(MOST_REPLY_BYTES),
  };
  const exchange = createExchange(log, handle, inFlight);
  return { live, exchange, app: createApp(log, exchange), fetch: createFetch(handle) };
}

/** What large bodies and replies of all requests may take together. */
interface InFlight {
  readonly bodies: Bodies;
  readonly decoders: Bodies;
  readonly replies: Replies;
}

/** Makes a function that answers a request of Node's. It never throws, and nobody need wait for it. */
function createExchange(
  log: Log,
  handle: Handler,
  { bodies, decoders, replies }: InFlight,
): (request: IncomingMessage, response: ServerResponse) => void {
  const roomsUntil = (response: ServerResponse): Rooms => ({
    ofBody(bytes, turnOut) {
      const room = bodies.take(bytes, turnOut);
      response.once('close', room.leave);
      return room;
    },
    ofDecoder: () => decoders.take(DECODER_BYTES, () => {}),
  });
  return (request, response) => {
    const rooms = hasBody(request) ? roomsUntil(response) : undefined;
    const roomForReply = (bytes: number) => replies.take(response, bytes);
    void handle(new NodeRequest(request, rooms, roomForReply)).then((reply) => {
      const wait = 'bytes' in reply && reply.bytes.length > SMALL_REPLY ? roomForReply(sizeOf(reply)) : undefined;
      if (wait === undefined) send(request, response, reply, log);
      else void wait.then(() => send(request, response, reply, log));
    });
  };
}

const sizeOf = ({ bytes }: Answer): number => Buffer.byteLength(bytes);
