import { latest, stringifyJson } from '../../openapi/contract';
import { createPresenter } from '../observe/recorded';
import type { Engine } from '../pipeline/model';
import type { HttpRequest } from '../pipeline/request';
import type { Entry } from '../world/stores/journal';
import type { World } from '../world/stores/model';
import type { Awaitable } from '../world/stores/store';
import { type Follower, follow } from './follower';
import type { Live } from './model';
import { tooManyStreams } from './problems';
import { CONTROL_HEADERS, type StreamReply } from './stream-reply';
import { createSlices } from './turns';

/** Clients that follow the journal by server-sent events (HTML Standard, §9.2). */
export interface Streams {
  /**
   * A stream of a world's requests; it begins with those after the `Last-Event-ID` of this request, or else with what comes from
   * now on, wherever it comes.
   *
   * @throws Problem 429 if the most streams are open
   */
  open(world: World, request: HttpRequest): Awaitable<StreamReply>;
}

/** How many streams may be open at once. */
export const MAX_STREAMS = 100;
/** How long a dropped client waits before it reconnects, in milliseconds. */
const RETRY_MS = 1000;
const CHANGE = Buffer.from('event: change\ndata: {}\n\n');

const STREAM_HEADERS = ['Content-Type', 'text/event-stream', ...CONTROL_HEADERS];

export function createStreams(live: Live<Engine>): Streams {
  const { worlds } = live.engine;
  const eventOf = createEvents(live);
  const nextSlice = createSlices();
  const open = new Set<Follower>();

  worlds.onEnd((world) => {
    for (const follower of open) if (follower.world === world) follower.end();
  });

  const streamSince = (world: World, last: number | undefined): StreamReply => ({
    status: 200,
    headers: STREAM_HEADERS,
    stream(sink) {
      if (sink.isOver) return;
      // Many may have been let in before the first of them began.
      if (open.size >= MAX_STREAMS) return sink.end();
      sink.write(`retry: ${RETRY_MS}\n\n`);
      const onLeave = (follower: Follower): void => {
        open.delete(follower);
        stopNotices();
      };
      const follower = follow({ world, sink, last, eventOf, nextSlice, onLeave });
      const stopNotices = world.notices.listen(() => follower.send(CHANGE));
      open.add(follower);
    },
  });
  return {
    open(world, request) {
      if (open.size >= MAX_STREAMS) throw tooManyStreams(MAX_STREAMS);
      const last = lastIdOf(request);
      const position = last === undefined ? world.state.journal.position?.() : undefined;
      return position === undefined ? streamSince(world, last) : position.then((now) => streamSince(world, now));
    },
  };
}

/** Makes the event of a request. All followers get the same bytes, one after the other, so the latest is kept. */
function createEvents(live: Live<Engine>): (entry: Entry) => Buffer {
  const presenterFor = latest((engine: Engine) => createPresenter(engine.secrets));
  return latest((entry: Entry) => {
    const shown = presenterFor(live.engine)(entry);
    return Buffer.from(`id: ${entry.id}\nevent: request\ndata: ${stringifyJson(shown)}\n\n`);
  });
}

function lastIdOf({ headers }: HttpRequest): number | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : undefined;
}
