import type { Entry, Journal } from '../world/stores/journal';
import type { EventSink } from './event-stream';

/** While a client catches up, no more bytes than these wait in its connection; the rest stays in the journal. */
const CATCH_UP_BYTES = 2 ** 18;

interface Reading {
  readonly journal: Journal;
  /** The id of the last entry that the client knows; it first gets those since then. Undefined: only new ones. */
  readonly last: number | undefined;
  readonly sink: EventSink;
  readonly eventOf: (entry: Entry) => Buffer;
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
export function readJournal({ journal, last, sink, eventOf, send, onFailure }: Reading): () => void {
  let lastSent = last ?? 0;
  let isLive = last === undefined;
  /** Whether an entry was added since the journal was last asked. */
  let hasMore = false;
  let isStopped = false;

  const stopListening = journal.listen((entry) => {
    if (isLive) send(eventOf(entry));
    else hasMore = true;
  });

  const catchUp = async (): Promise<void> => {
    do {
      hasMore = false;
      for (const entry of await journal.after(lastSent)) {
        if (sink.waitingBytes > CATCH_UP_BYTES) {
          await drained(sink);
          // Asked for again: the journal may have forgotten what was waiting.
          hasMore = true;
          break;
        }
        if (isStopped || sink.isOver) return;
        // Written however long it is: the check above limits what is before it.
        sink.write(eventOf(entry));
        lastSent = entry.id;
      }
    } while (hasMore && !isStopped);
    isLive = true;
  };

  if (!isLive) catchUp().catch(onFailure);
  return () => {
    isStopped = true;
    stopListening();
  };
}

const drained = (sink: EventSink): Promise<void> => new Promise((resolve) => sink.onceDrained(resolve));
