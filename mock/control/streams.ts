import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { latest, stringifyJson } from '../../openapi/contract';
import { createPresenter } from '../observe/recorded';
import type { Engine } from '../pipeline/model';
import type { HttpRequest } from '../pipeline/request';
import { createSlices } from '../world/rules/turns';
import type { Entry, Journal } from '../world/stores/journal';
import type { World } from '../world/stores/model';
import type { Awaitable } from '../world/stores/store';
import type { Live } from './model';
import { tooManyStreams } from './problems';
import { CONTROL_HEADERS, type EventSink, type StreamReply } from './stream-reply';

/** Clients that follow the journal by server-sent events (HTML Standard, §9.2). */
export interface Streams {
  /** The requests of a world after the `Last-Event-ID`, or from now on; Problem 429 if the most streams are open. */
  open(world: World, request: HttpRequest): Awaitable<StreamReply>;
}

/** How many streams may be open at once. */
export const MAX_STREAMS = 100;
/** A client that reads so slowly that more bytes wait for it is dropped; it may reconnect for what it missed. */
export const MAX_WAITING_BYTES = 2 ** 20;
/** How long a dropped client waits before it reconnects, in milliseconds. */
const RETRY_MS = 1000;
/** How often a comment is sent, so that each side notices when the other is gone. */
const HEARTBEAT_MS = 15_000;
/** How long a client may take to read the last events. */
const CLOSE_TIMEOUT_MS = 1000;
const HEARTBEAT = Buffer.from(':\n\n');
const CHANGE = Buffer.from('event: change\ndata: {}\n\n');

const STREAM_HEADERS = ['Content-Type', 'text/event-stream', ...CONTROL_HEADERS];

export function createStreams(live: Live<Engine>): Streams {
  const eventOf = createEvents(live);
  const nextSlice = createSlices();
  const open = new Set<Follower>();

  live.engine.worlds.onEnd((world) => {
    for (const follower of open) if (follower.world === world) follower.end();
  });

  const streamSince = (world: World, last: number): StreamReply => ({
    status: 200,
    headers: STREAM_HEADERS,
    stream(sink) {
      if (sink.isOver) return;
      // Many may have been let in before the first of them began.
      if (open.size >= MAX_STREAMS) return sink.end();
      sink.write(`retry: ${RETRY_MS}\n\n`);
      open.add(follow({ world, sink, last, eventOf, nextSlice, onLeave: (follower) => open.delete(follower) }));
    },
  });
  return {
    open(world, request) {
      if (open.size >= MAX_STREAMS) throw tooManyStreams(MAX_STREAMS);
      const last = lastIdOf(request) ?? world.state.journal.lastId();
      return last instanceof Promise ? last.then((id) => streamSince(world, id)) : streamSince(world, last);
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

/** One client that follows a world's journal, until it leaves or is dropped. */
export interface Follower {
  readonly world: World;
  /** Ends the stream once the waiting events are sent. */
  end(): void;
}

interface Following {
  readonly world: World;
  readonly sink: EventSink;
  /** The id of the last request that the client knows; it first gets those since then. */
  readonly last: number;
  readonly eventOf: (entry: Entry) => Buffer;
  /** Waits until it is this client's turn to be sent more of what it missed. */
  readonly nextSlice: () => Promise<void>;
  /** Called once, when the stream is over. */
  readonly onLeave: (follower: Follower) => void;
}

/** Sends a client the requests of a world, and an event for each other change of it. */
export function follow({ world, sink, last, eventOf, nextSlice, onLeave }: Following): Follower {
  let closeTimer: NodeJS.Timeout | undefined;
  let hasLeft = false;

  const send = (event: Buffer): void => {
    if (sink.isOver) return;
    // No request waits for a slow client: what it does not read piles up, so its size is checked.
    sink.write(event);
    if (sink.waitingBytes > MAX_WAITING_BYTES) drop();
  };
  const reader: Reader = { sink, eventOf, nextSlice, send, onFailure: () => drop() };
  let { journal } = world.state;
  let stopReading = readJournal(journal, last, reader);
  const stopNotices = world.notices.listen(() => {
    // After a reset the world has a new journal, which is read from its start.
    if (world.state.journal !== journal) {
      stopReading();
      journal = world.state.journal;
      stopReading = readJournal(journal, 0, reader);
    }
    send(CHANGE);
  });
  const heartbeat = setInterval(() => send(HEARTBEAT), HEARTBEAT_MS).unref();

  const stop = (): void => {
    stopReading();
    stopNotices();
  };
  const leave = (): void => {
    if (hasLeft) return;
    hasLeft = true;
    stop();
    clearInterval(heartbeat);
    clearTimeout(closeTimer);
    onLeave(follower);
  };
  const drop = (): void => {
    sink.destroy();
    leave();
  };

  const follower: Follower = {
    world,
    end() {
      stop();
      sink.end();
      // A client that does not read would never close.
      if (!hasLeft) closeTimer = setTimeout(drop, CLOSE_TIMEOUT_MS).unref();
    },
  };
  sink.onceClosed(leave);
  return follower;
}

/** How long a client is sent earlier requests before others have their turn, in milliseconds: many may catch up at once. */
const SLICE_MS = 2;
/** How many entries the journal is asked for. */
const BATCH = 50;
/** While a client catches up, no more bytes than these wait in its connection; the rest stays in the journal. */
const CATCH_UP_BYTES = 2 ** 18;

interface Reader extends Pick<Following, 'sink' | 'eventOf' | 'nextSlice'> {
  /** Sends the event of a new entry. */
  readonly send: (event: Buffer) => void;
  /** Called when the journal can't be read. */
  readonly onFailure: () => void;
}

/**
 * Sends what a journal has after an entry, and then each new entry as it is added.
 *
 * @param last the id of that entry
 * @returns how to stop
 */
function readJournal(
  journal: Journal,
  last: number,
  { sink, eventOf, nextSlice, send, onFailure }: Reader,
): () => void {
  let lastSent = last;
  let isLive = false;
  /** Whether an entry was added since the journal was last asked. */
  let hasMore = false;
  let isStopped = false;

  const stopListening = journal.listen((entry) => {
    if (!isLive) hasMore = true;
    // A journal may announce late what it has given already.
    else if (entry.id > lastSent) send(eventOf(entry));
  });

  const isOver = (): boolean => isStopped || sink.isOver;
  /** @returns whether all of them were sent; otherwise the journal is asked again, as it may have forgotten some */
  const sendSome = (entries: readonly Entry[]): boolean => {
    const begun = performance.now();
    for (const entry of entries) {
      if (isOver() || sink.waitingBytes > CATCH_UP_BYTES || performance.now() - begun > SLICE_MS) return false;
      // Written however long it is: the check above limits what is before it.
      sink.write(eventOf(entry));
      lastSent = entry.id;
    }
    return true;
  };
  const catchUp = async (): Promise<void> => {
    do {
      await nextSlice();
      if (sink.waitingBytes > CATCH_UP_BYTES) await new Promise<void>((resolve) => sink.onceDrained(resolve));
      hasMore = false;
      const entries = await journal.after(lastSent, BATCH);
      if (!sendSome(entries) || entries.length === BATCH) hasMore = true;
    } while (hasMore && !isOver());
    isLive = true;
  };

  catchUp().catch(onFailure);
  return () => {
    isStopped = true;
    stopListening();
  };
}
