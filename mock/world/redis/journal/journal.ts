import type { Pattern } from '../../../../openapi/types/control';
import type { KeptEntry } from '../../rules/journal-entry';
import { createTest } from '../../rules/patterns';
import { createPauses } from '../../rules/pauses';
import type { Entry, Journal } from '../../stores/journal';
import type { KnownValues } from '../../stores/keys';
import type { StateOptions } from '../../stores/stores';
import type { Connection } from '../connection/connection';
import { script } from '../connection/script';
import type { StateKeys } from '../state/state';
import { createJournalListeners, createJournalReader, PAGE } from './reader';
import { createJournalRoom, createJournalWriter, type JournalPolicy } from './writer';

/**
 * A journal in Redis, which all processes write: a stream, in which the ids of the entries follow each other.
 *
 * @param prefix what every path of the contract begins with; a pattern may leave it out
 */
export function createRedisJournal(
  connection: Pick<Connection, 'run' | 'send' | 'subscribe'>,
  state: StateKeys,
  prefix: string,
  policy: JournalPolicy,
): Journal {
  const writer = createJournalWriter(connection, state, policy);
  const reader = createJournalReader(connection, state);
  const listen = createJournalListeners(connection, state);

  /** Calls back with each entry that matches, newest first, until that says that it is enough. */
  const search = async (
    pattern: Pattern,
    before: number | undefined,
    take: (entry: Entry) => boolean,
  ): Promise<number> => {
    const matches = createTest(pattern, prefix);
    const pause = createPauses();
    let forgotten: number | undefined;
    writer.send();
    for await (const page of reader.pages(before)) {
      forgotten ??= page.forgotten;
      for (const entry of page.entries) {
        if (matches(entry) && !take(entry)) return forgotten;
        const waiting = pause();
        if (waiting !== undefined) await waiting;
      }
    }
    return forgotten ?? 0;
  };

  return {
    add: writer.add,
    async find(pattern, limit, before) {
      const found: Entry[] = [];
      const take = (entry: Entry): boolean => found.length < limit && found.push(entry) < limit;
      await search(pattern, before, take);
      return found;
    },
    async count(pattern) {
      let count = 0;
      const forgotten = await search(pattern, undefined, () => {
        count += 1;
        return true;
      });
      return { count, forgotten };
    },
    async after(id, limit = Number.POSITIVE_INFINITY) {
      writer.send();
      const later: Entry[] = [];
      let from = id;
      for (;;) {
        const wanted = Math.min(PAGE, limit - later.length);
        if (wanted <= 0) return later;
        const { entries } = await reader.after(from, wanted);
        later.push(...entries);
        from = entries.at(-1)?.id ?? from;
        if (entries.length < wanted) return later;
      }
    },
    async lastId() {
      writer.send();
      return Number(await connection.send(state.counters, ['HGET', state.counters, 'entry']));
    },
    async clear() {
      writer.send();
      await connection.run(CLEAR, [state.counters, state.journal, state['journal-sizes']], []);
    },
    listen(hear) {
      writer.send();
      return listen(hear);
    },
    // What it holds goes with its state, also what is still written to that.
    leave() {},
  };
}

/** Forgets all entries. `KEYS` are the counters, the journal and the list of its sizes. */
const CLEAR = script(`
local entry = redis.call('HGET', KEYS[1], 'entry') or 0
if redis.call('EXISTS', KEYS[1]) == 0 then return end
redis.call('HSET', KEYS[1], 'cleared', entry, 'forgotten', entry, 'removed', entry, 'bytes', 0)
redis.call('DEL', KEYS[2], KEYS[3])
`);

export interface JournalTerms {
  /** What the entries of each journal take in Redis at most, and those that are under way in this process, in bytes. */
  readonly mostBytes: number;
  /** What is stored of an entry: it has none of the values that are known, which the request may have carried. */
  storedEntry(known: KnownValues): (entry: KeptEntry) => KeptEntry;
  /** Called with a sentence on how many requests are missing in a journal. */
  notice(text: string): void;
}

/** The journals of this process's worlds. */
export interface Journals {
  /** Hides these values from now on. */
  hide(known: KnownValues): void;
  open(state: StateKeys, options: Pick<StateOptions, 'journalSize' | 'prefix'>): Journal;
  /** How many entries are missing in them, since the start. */
  dropped(): number;
  /** What is under way to them, in bytes. */
  used(): number;
}

/** In UTF-16 it takes twice as much, and as much again may be garbage. */
const UNDER_WAY = 1 / 4;

export function createJournals(connection: Connection, { mostBytes, storedEntry, notice }: JournalTerms): Journals {
  const room = createJournalRoom(mostBytes * UNDER_WAY, notice);
  let stored = storedEntry({ has: () => false, lengthsFrom: () => [] });
  return {
    hide(known) {
      stored = storedEntry(known);
    },
    open(state, { journalSize, prefix }) {
      const hide = (entry: KeptEntry): KeptEntry => stored(entry);
      return createRedisJournal(connection, state, prefix, { capacity: journalSize, mostBytes, hide, room });
    },
    dropped: room.dropped,
    used: room.used,
  };
}
