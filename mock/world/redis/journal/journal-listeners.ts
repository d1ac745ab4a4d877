import { clearInterval, setInterval } from 'node:timers';
import type { Entry } from '../../stores/journal';
import type { Connection } from '../connection/connection';
import type { StateKeys } from '../state/keys';
import { entriesIn } from './journal-reader';
import { HEARD_MS } from './journal-steps';

/** So many entries are read at once: fewer would not keep up with those that several processes write. */
const AT_ONCE = 100;

interface Listener {
  readonly hear: (entry: Entry) => void;
  /** The id of the last entry when it began; undefined as long as Redis has not told it. */
  since: number | undefined;
  /** Resolves once that is told, or can't be. */
  readonly begun: Promise<void>;
}

export interface JournalListeners {
  /** @returns how to stop */
  listen(hear: (entry: Entry) => void): () => void;
}

/**
 * Tells listeners of the entries of all processes in the order of their ids. A message says that there are others; these are
 * read from where those before them ended, so that none comes twice or out of its place, and one message that is lost is
 * made up for by the next. Costs nothing while nobody listens.
 */
export function createJournalListeners(
  connection: Pick<Connection, 'send' | 'subscribe'>,
  state: StateKeys,
): JournalListeners {
  const { counters, journal, 'journal-heard': heard } = state;
  const listeners = new Set<Listener>();
  /** The id of the last entry that was read. */
  let position: number | undefined;
  let isReading = false;
  /** Whether a message has come since Redis was last asked. */
  let hasMore = false;

  const begin = async (): Promise<number> => {
    const [last] = await Promise.all([
      // Commands, not a script, which would come after what is added from now on if Redis did not know it yet.
      connection.send(counters, ['HGET', counters, 'entry']).then(Number),
      connection.send(heard, ['SET', heard, '', 'PX', String(HEARD_MS)]),
    ]);
    position ??= last;
    return last;
  };
  const tell = (entry: Entry): void => {
    for (const { hear, since } of listeners) if (since !== undefined && entry.id > since) callBack(hear, entry);
  };
  const readPage = async (): Promise<boolean> => {
    if (position === undefined) return false;
    const command = ['XRANGE', journal, `(${position}-0`, '+', 'COUNT', String(AT_ONCE)];
    const entries = entriesIn(await connection.send(journal, command));
    // Who began before this page was read may be meant by it.
    await Promise.all([...listeners].map(({ begun }) => begun));
    for (const entry of entries) tell(entry);
    position = entries.at(-1)?.id ?? position;
    return entries.length === AT_ONCE;
  };
  const readOn = async (): Promise<void> => {
    hasMore = true;
    if (isReading) return;
    isReading = true;
    try {
      while (hasMore && listeners.size > 0) {
        hasMore = false;
        if (await readPage()) hasMore = true;
      }
    } catch {
      // The next message, or the next time that it is said that somebody listens, tries again.
    } finally {
      isReading = false;
    }
  };
  /** Says again that somebody listens, and makes up for what could not be done before. */
  const goOn = async (): Promise<void> => {
    const early = [...listeners].filter(({ since }) => since === undefined);
    const last = await begin();
    for (const listener of early) listener.since ??= last;
    if ((await subscribed) === undefined) subscribed = subscribe();
    await readOn();
  };
  /** Reads also what comes before the first message. */
  const subscribe = async (): Promise<(() => void) | undefined> => {
    try {
      return await connection.subscribe(journal, () => void readOn());
    } catch {
      return undefined;
    } finally {
      void readOn();
    }
  };
  let subscribed: Promise<(() => void) | undefined> = Promise.resolve(undefined);
  let timer: NodeJS.Timeout | undefined;

  const start = (): void => {
    subscribed = subscribe();
    timer = setInterval(() => void goOn().catch(() => {}), HEARD_MS / 3).unref();
  };
  const stop = (): void => {
    clearInterval(timer);
    position = undefined;
    void subscribed.then((unsubscribe) => unsubscribe?.());
  };

  return {
    listen(hear) {
      const begun = begin();
      const listener: Listener = {
        hear,
        since: undefined,
        begun: begun.then(
          (last) => {
            listener.since = last;
            // Messages may have come before it was known from where on they are read.
            void readOn();
          },
          () => {},
        ),
      };
      listeners.add(listener);
      if (listeners.size === 1) start();
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop();
      };
    },
  };
}

function callBack(hear: (entry: Entry) => void, entry: Entry): void {
  try {
    hear(entry);
  } catch {
    // One listener's failure must not reach the others.
  }
}
