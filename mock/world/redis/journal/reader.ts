import { clearInterval, setInterval } from 'node:timers';
import type { Entry, Journal } from '../../stores/journal';
import type { Connection } from '../connection/connection';
import { listIn, type Reply, textsIn } from '../connection/replies';
import { type ScriptRunner, script } from '../connection/script';
import type { StateKeys } from '../state/state';
import { COUNTED, HEARD_MS, unpackEntry } from './writer';

/** So many entries are read at once: what is looked for among many takes no more room than these. */
export const PAGE = 50;

/** Some entries, and how many were forgotten since the journal was cleared. */
interface JournalPage {
  readonly forgotten: number;
  readonly entries: readonly Entry[];
}

/** Reads what a journal keeps. */
export function createJournalReader(connection: ScriptRunner, { counters, journal }: StateKeys) {
  const read = async (order: 'after' | 'before', id: string, limit: number): Promise<JournalPage> => {
    const [forgotten, entries] = listIn(await connection.run(READ, [counters, journal], [order, id, String(limit)]));
    return { forgotten: Number(forgotten), entries: entriesIn(entries) };
  };
  return {
    /** Those after an id, oldest first; all of them for an id that was not given yet. */
    after: (id: number, limit: number) => read('after', String(id), limit),
    /** All of them in pages, newest first; only those with a lower id than `before`, if that is given. */
    async *pages(before: number | undefined): AsyncGenerator<JournalPage> {
      let id = before === undefined ? '' : String(before);
      for (;;) {
        const page = await read('before', id, PAGE);
        yield page;
        if (page.entries.length < PAGE) return;
        id = String(page.entries.at(-1)?.id);
      }
    },
  };
}

/** The entries of a stream: lists of an id and fields, of which each has one. */
const entriesIn = (reply: Reply | undefined): readonly Entry[] =>
  listIn(reply).map((entry) => {
    const [id, fields] = listIn(entry);
    return unpackEntry(Number.parseInt(String(id), 10), textsIn(fields)[1] ?? '');
  });

/**
 * Some of what is kept: `ARGV` has `after` or `before`, an id ('' for none), and how many at most. Gives how many were
 * forgotten since the journal was cleared, and the entries: after an id the oldest first, of all where it was not given yet,
 * and before one the newest first.
 */
const READ = script(`
${COUNTED}
local entry, forgotten, cleared = counted('entry', 'forgotten', 'cleared')
local id = tonumber(ARGV[2])
local first, last = forgotten + 1, entry
if ARGV[1] == 'after' then
  if id <= entry then first = math.max(first, id + 1) end
elseif id then
  last = math.min(last, id - 1)
end
if first > last then return {forgotten - cleared, {}} end
local from, to, command = first .. '-0', last .. '-0', 'XRANGE'
if ARGV[1] == 'before' then from, to, command = to, from, 'XREVRANGE' end
return {forgotten - cleared, redis.call(command, KEYS[2], from, to, 'COUNT', ARGV[3])}
`);

/** So many entries are read at once: fewer would not keep up with those that several processes write. */
const AT_ONCE = 100;

interface Listener {
  readonly hear: (entry: Entry) => void;
  /** The id of the last entry when it began; undefined as long as Redis has not answered. */
  since: number | undefined;
  /** Resolves once that is known, or can't be. */
  readonly begun: Promise<void>;
}

/**
 * Calls listeners back with the entries of all processes in the order of their ids. A message says only that there are others;
 * these are read from where those before them ended, so that none comes twice or out of its place, and one message that is lost
 * is made up for by the next. Without listeners it costs nothing.
 *
 * @returns how to listen
 */
export function createJournalListeners(
  connection: Pick<Connection, 'send' | 'subscribe'>,
  state: StateKeys,
): Journal['listen'] {
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
  const callAll = (entry: Entry): void => {
    for (const { hear, since } of listeners) if (since !== undefined && entry.id > since) callBack(hear, entry);
  };
  const readPage = async (): Promise<boolean> => {
    if (position === undefined) return false;
    const command = ['XRANGE', journal, `(${position}-0`, '+', 'COUNT', String(AT_ONCE)];
    const entries = entriesIn(await connection.send(journal, command));
    // It may be for those that began before it was read.
    await Promise.all([...listeners].map(({ begun }) => begun));
    for (const entry of entries) callAll(entry);
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
      // The next message, or the next renewal, tries again.
    } finally {
      isReading = false;
    }
  };
  /** Renews that there are listeners, and makes up for what could not be done before. */
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

  return (hear) => {
    const listener: Listener = {
      hear,
      since: undefined,
      begun: begin().then(
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
  };
}

function callBack(hear: (entry: Entry) => void, entry: Entry): void {
  try {
    hear(entry);
  } catch {
    // One listener's failure must not reach the others.
  }
}
