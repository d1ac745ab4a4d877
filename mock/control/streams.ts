import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringifyJson } from '../../openapi/contract';
import { pairsOf } from '../http/raw-headers';
import { createPresenter } from '../observe/recorded';
import type { Engine } from '../pipeline/model';
import type { Entry } from '../world/stores/journal';
import type { World } from '../world/stores/model';
import { type Follower, follow } from './follower';
import { CONTROL_HEADERS } from './headers';
import { tooManyStreams } from './problems';

/** Clients that read the journal along, as server-sent events (HTML Standard, §9.2). */
export interface Streams {
  /**
   * Begins to tell a client of a world's requests: first of those after the `Last-Event-ID` that it names.
   *
   * @throws Problem 429 when so many are reading as may be
   */
  open(world: World, request: IncomingMessage, response: ServerResponse): void;
}

/** How many clients may read at once. */
const MOST_STREAMS = 100;
/** After how many milliseconds a client that was let go may come back. */
const RETRY_MS = 1000;
const CHANGE = Buffer.from('event: change\ndata: {}\n\n');

export function createStreams(engine: Engine): Streams {
  const { worlds } = engine;
  const eventOf = createEvents(engine);
  const open = new Set<Follower>();

  worlds.onEnd((world) => {
    for (const follower of open) if (follower.world === world) follower.end();
  });

  return {
    open(world, request, response) {
      if (open.size >= MOST_STREAMS) throw tooManyStreams(MOST_STREAMS);
      response.setHeader('Content-Type', 'text/event-stream');
      for (const [name, value] of pairsOf(CONTROL_HEADERS)) response.setHeader(name, value);
      response.flushHeaders();
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      // Gone before it was let in: nothing would tell that it has left.
      if (response.destroyed || request.socket.destroyed) return;
      response.write(`retry: ${RETRY_MS}\n\n`);
      const last = lastIdOf(request);
      const onLeave = (follower: Follower): void => {
        open.delete(follower);
        unheard();
      };
      const follower = follow({ world, request, response, last, eventOf, onLeave });
      const unheard = world.notices.listen(() => follower.tell(CHANGE));
      open.add(follower);
    },
  };
}

/** Puts a request into an event: once for all who hear of it, one after the other, and in bytes that they share. */
function createEvents(engine: Engine): (entry: Entry) => Buffer {
  const present = createPresenter(engine);
  let latest: { readonly entry: Entry; readonly event: Buffer } | undefined;
  return (entry) => {
    if (latest?.entry !== entry) {
      const text = `id: ${entry.id}\nevent: request\ndata: ${stringifyJson(present(entry))}\n\n`;
      latest = { entry, event: Buffer.from(text) };
    }
    return latest.event;
  };
}

function lastIdOf({ headers }: IncomingMessage): number | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : undefined;
}
