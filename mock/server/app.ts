import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import type { Live } from '../control/model';
import { SMALL_REPLY } from '../pipeline/perform';
import type { BodyMemory } from './body';
import { createFetch, type MockFetch } from './fetch';
import {
  createPool,
  createReplyPool,
  DECODER_BYTES,
  MOST_BODY_BYTES,
  MOST_DECODER_BYTES,
  MOST_REPLY_BYTES,
} from './memory-pool';
import { hasBody, NodeRequest } from './node-request';
import { createParts, handlerOf, type Parts } from './part';
import { type Handler, send } from './send';

/**
 * The mock as Express middleware, and as a listener for Node's servers.
 *
 * @param next of the app around it, which gets what no part of the mock takes; without one the mock answers that, too
 */
export type App = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void;

/** One mock and the ways to reach it: as Express middleware, and as `fetch`. */
export interface Served {
  readonly live: Live;
  readonly app: App;
  readonly fetch: MockFetch;
}

export function serve(live: Live): Served {
  const parts = createParts(live);
  return { live, app: createApp(live, parts), fetch: createFetch(handlerOf(parts)) };
}

/** A router and no app of Express: that would set the prototypes of each request and response, which takes longer than a reply. */
function createApp(live: Live, { control, api }: Parts): App {
  const reply = createReplier(live);
  const router = Router();
  for (const { takes, answer } of control === undefined ? [api] : [control, api]) {
    router.use((request, response, next) => {
      if (takes(request.method, request.url)) reply(request, response, answer);
      else next();
    });
  }
  return (request, response, next) => {
    const location = next === undefined ? undefined : withSlash(request);
    if (location !== undefined) {
      response.writeHead(308, { Location: location }).end();
      return;
    }
    const alone = (error: unknown): void => {
      if (error === undefined || error === null) {
        reply(request, response, api.answer);
        return;
      }
      live.engine.log.failed(error);
      response.destroy();
    };
    // The casts are true of all that the router and these handlers ask of their messages.
    router(request as Request, response as Response, next ?? alone);
  };
}

/** A request as Express hands it to what is mounted below a path. */
type Mounted = IncomingMessage & { readonly baseUrl?: string; readonly originalUrl?: string };

/**
 * Where the pages are if a request's address needs a slash at its end, since their links are relative: below `/mock`,
 * `/mock/`. Itself relative, since a proxy may add another prefix.
 */
function withSlash({ method, baseUrl = '', originalUrl = '' }: Mounted): string | undefined {
  const [path = '', query] = originalUrl.split(/\?(.*)/s, 2);
  if (baseUrl === '' || path !== baseUrl || (method !== 'GET' && method !== 'HEAD')) return undefined;
  return `${path.slice(path.lastIndexOf('/') + 1)}/${query === undefined ? '' : `?${query}`}`;
}

/** Makes a function that answers a request of Node's. It never throws. */
function createReplier(live: Live): (request: IncomingMessage, response: ServerResponse, answer: Handler) => void {
  const { log } = live.engine;
  const bodies = createPool(MOST_BODY_BYTES);
  const decoders = createPool(MOST_DECODER_BYTES);
  const replies = createReplyPool(MOST_REPLY_BYTES);
  const memoryFor = (response: ServerResponse): BodyMemory => ({
    reserve(bytes, evict) {
      const reservation = bodies.reserve(bytes, evict);
      response.once('close', reservation.release);
      return reservation;
    },
    reserveDecoder: () => decoders.reserve(DECODER_BYTES, () => {}),
  });
  return (request, response, answer) => {
    const memory = hasBody(request) ? memoryFor(response) : undefined;
    const roomForReply = (bytes: number) => replies.reserve(response, bytes);
    void answer(new NodeRequest(request, memory, roomForReply)).then((reply) => {
      const isLarge = 'bytes' in reply && reply.bytes.length > SMALL_REPLY;
      const wait = isLarge ? roomForReply(Buffer.byteLength(reply.bytes)) : undefined;
      if (wait === undefined) send(request, response, reply, log);
      else void wait.then(() => send(request, response, reply, log));
    });
  };
}
