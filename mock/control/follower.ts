import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import type { Entry, Journal } from '../world/stores/journal';
import type { World } from '../world/stores/model';
import type { EventSink } from './stream-reply';

/** One client that follows a world's journal, until it leaves or is dropped. */
export interface Follower {
  readonly world: World;
  /** Sends an event. A client with too many bytes waiting is dropped. */
  send(event: Buffer): void;
  /** Ends the stream once the waiting events are sent. */
  end(): void;
}

interface Following {
  readonly world: World;
  readonly sink: EventSink;
  /** The id of the last request that the client knows; it first gets those since then. Undefined: only new ones. */
  readonly last: number | undefined;
  readonly eventOf: (entry: Entry) => Buffer;
  /** Waits until it is this client's turn to be sent more of what it missed. */
  readonly nextSlice: () => Promise<void>;
  /** Called once, when the stream is over. */
  readonly onLeave: (follower: Follower) => void;
}

/** A client that reads so slowly that more bytes wait for it is dropped; it may reconnect for what it missed. */
export const MAX_WAITING_BYTES = 2 ** 20;
/** How often a comment is sent, so that each side notices when the other is gone. */
const HEARTBEAT_MS = 15_000;
/** How long a client may take to read the last events. */
const CLOSE_TIMEOUT_MS = 1000;
const HEARTBEAT = Buffer.from(':\n\n');

export function follow({ world, sink, last, eventOf, nextSlice, onLeave }: Following): Follower {
  let closeTimer: NodeJS.Timeout | undefined;
  let hasLeft = false;

  const send = (event: Buffer): void => {
    if (sink.isOver) return;
    // No request waits for a slow client: what it does not read piles up, so its size is checked.
    sink.write(event);
    if (sink.waitingBytes > MAX_WAITING_BYTES) drop();
  };

  let { journal } = world.state;
  let stopReading = readJournal({ journal, last, sink, eventOf, nextSlice, send, onFailure: () => drop() });
  /** After a reset the world has a new journal, which is read from its start. */
  const stopNotices = world.notices.listen(() => {
    if (world.state.journal === journal) return;
    stopReading();
    journal = world.state.journal;
    stopReading = readJournal({ journal, last: 0, sink, eventOf, nextSlice, send, onFailure: () => drop() });
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
    send,
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

interface Reading {
  readonly journal: Journal;
  /** The id of the last entry that the client knows; it first gets those since then. Undefined: only new ones. */
  readonly last: number | undefined;
  readonly sink: EventSink;
  readonly eventOf: (entry: Entry) => Buffer;
  /** Waits until it is this reader's turn to go on. */
  readonly nextSlice: () => Promise<void>;
  /** Sends the event of a new entry. */
  readonly send: (event: Buffer) => void;
  /** Called when the journal can't be read. */
  readonly onFailure: () => void;
}

/**
 * Sends what a journal has after an entry, and then each new entry as it is added.
 *
 * @returns how to stop
 */
export function readJournal({ journal, last, sink, eventOf, nextSlice, send, onFailure }: Reading): () => void {
  let lastSent: number | undefined;
  let isLive = last === undefined;
  /** Whether an entry was added since the journal was last asked. */
  let hasMore = false;
  let isStopped = false;

  const stopListening = journal.listen((entry) => {
    if (!isLive) hasMore = true;
    // It may be told late of what the journal has given already.
    else if (entry.id > (lastSent ?? 0)) send(eventOf(entry));
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
      if (sink.waitingBytes > CATCH_UP_BYTES) await drained(sink);
      hasMore = false;
      const entries = await journal.after(lastSent ?? last ?? 0, BATCH);
      if (!sendSome(entries) || entries.length === BATCH) hasMore = true;
    } while (hasMore && !isOver());
    isLive = true;
  };

  if (!isLive) catchUp().catch(onFailure);
  return () => {
    isStopped = true;
    stopListening();
  };
}

const drained = (sink: EventSink): Promise<void> => new Promise((resolve) => sink.onceDrained(resolve));
