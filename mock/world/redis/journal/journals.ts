import type { KeptEntry } from '../../rules/kept-bodies';
import type { Journal } from '../../stores/journal';
import type { KnownValues } from '../../stores/keys';
import type { StateOptions } from '../../stores/stores';
import type { Connection } from '../connection/connection';
import type { StateKeys } from '../state/keys';
import { createRedisJournal } from './journal';
import { createJournalRoom } from './journal-room';

export interface JournalTerms {
  /** What the entries of each journal take in Redis at most, and those that are under way in this process, in bytes. */
  readonly mostBytes: number;
  /** What is stored of an entry: it has none of the values that are known, which the request may have carried. */
  storedEntry(known: KnownValues): (entry: KeptEntry) => KeptEntry;
  /** Is told in a sentence how many requests are missing in a journal. */
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
  let stored = storedEntry(NOBODYS);
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

const NOBODYS: KnownValues = { has: () => false, lengthsFrom: () => [] };
