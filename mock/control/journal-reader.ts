import type { Entry, Journal } from '../world/stores/journal';
import type { EventSink } from './event-stream';

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
