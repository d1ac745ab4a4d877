import { stringifyJson } from '../../openapi/contract';
import { createPresenter } from '../observe/recorded';
import type { Engine } from '../pipeline/model';
import type { HttpRequest } from '../pipeline/request';
import type { Entry } from '../world/stores/journal';
import type { World } from '../world/stores/model';
import type { StreamReply } from './event-stream';
import { type Follower, follow } from './follower';
import { CONTROL_HEADERS } from './headers';
import { tooManyStreams } from './problems';

/** Clients that read the journal along, as server-sent events (HTML Standard, §9.2). */
export interface Streams {
  /**
   * A stream of a world's requests: first of those after the `Last-Event-ID` that the request names.
   *
   * @throws Problem 429 when so many are reading as may be
   */
  open(world: World, request: HttpRequest): StreamReply;
}

/** How many clients may read at once. */
const MOST_STREAMS = 100;
/** After how many milliseconds a client that was let go may come back. */
const RETRY_MS = 1000;
const CHANGE = Buffer.from('event: change\ndata: {}\n\n');

const STREAM_HEADERS = ['Content-Type', 'text/event-stream', ...CONTROL_HEADERS];

export function createStreams(engine: Pick<Engine, 'contract' | 'worlds'>): Streams {
  const { worlds } = engine;
  const eventOf = createEvents(engine);
  const open = new Set<Follower>();
  /** Streams that were granted and have not begun. */
  let granted = 0;

  worlds.onEnd((world) => {
    for (const follower of open) if (follower.world === world) follower.end();
  });

  return {
    open(world, request) {
      if (open.size + granted >= MOST_STREAMS) throw tooManyStreams(MOST_STREAMS);
      granted += 1;
      return {
        status: 200,
        headers: STREAM_HEADERS,
        stream(sink) {
          granted -= 1;
          if (sink.isOver) return;
          sink.write(`retry: ${RETRY_MS}\n\n`);
          const onLeave = (follower: Follower): void => {
            open.delete(follower);
            unheard();
          };
          const follower = follow({ world, sink, last: lastIdOf(request), eventOf, onLeave });
          const unheard = world.notices.listen(() => follower.tell(CHANGE));
          open.add(follower);
        },
      };
    },
  };
}

/** Puts a request into an event: once for all who hear of it, one after the other, and in bytes that they share. */
function createEvents(engine: Pick<Engine, 'contract' | 'worlds'>): (entry: Entry) => Buffer {
  const present = createPresenter(engine.contract, engine.worlds.isKey);
  let latest: { readonly entry: Entry; readonly event: Buffer } | undefined;
  return (entry) => {
    if (latest?.entry !== entry) {
      const text = `id: ${entry.id}\nevent: request\ndata: ${stringifyJson(present(entry))}\n\n`;
      latest = { entry, event: Buffer.from(text) };
    }
    return latest.event;
  };
}

function lastIdOf({ headers }: HttpRequest): number | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : undefined;
}
