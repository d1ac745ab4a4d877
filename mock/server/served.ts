import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Live } from '../control/model';
import { createApp } from './app';
import { createBodies, MOST_BODY_BYTES, MOST_DECODER_BYTES } from './bodies';
import { createFetch, type MockFetch } from './fetch';
import { createHandler } from './handler';
import { createExchange } from './node-exchange';
import { createReplies, MOST_REPLY_BYTES } from './replies';

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
