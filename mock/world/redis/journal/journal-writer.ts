import { nextTick } from 'node:process';
import { type KeptEntry, withKeptBodies } from '../../rules/kept-bodies';
import type { NewEntry } from '../../stores/journal';
import type { Connection } from '../connection/connection';
import type { StateKeys } from '../state/keys';
import { isGone } from '../state/life';
import { packEntry } from './journal-entry';
import type { JournalRoom } from './journal-room';
import { ADD } from './journal-steps';

/** What a journal in Redis keeps, and how. */
export interface JournalPolicy {
  /** How many entries; it may be 0. */
  readonly capacity: number;
  /** How many bytes they take at most. */
  readonly mostBytes: number;
  /** What is stored of an entry: no value of a key is. */
  readonly hide: (entry: KeptEntry) => KeptEntry;
  /** How much may be under way, of all journals of this process. */
  readonly room: JournalRoom;
}

export interface JournalWriter {
  add(entry: NewEntry): void;
  /** Sends what was added: steps that are asked for after it find it there. */
  send(): void;
}

/** So many entries, or bytes, are sent in one piece. */
const PIECE = 100;
const PIECE_BYTES = 2 ** 20;

/** Entries that are added at once go together. */
export function createJournalWriter(
  connection: Pick<Connection, 'run'>,
  state: StateKeys,
  { capacity, mostBytes, hide, room }: JournalPolicy,
): JournalWriter {
  const keys = [state.counters, state.journal, state['journal-sizes'], state['journal-heard']];
  const bounds = [String(capacity), String(mostBytes)];
  let waiting: string[] = [];
  let waitingBytes = 0;

  const send = (): void => {
    const [texts, bytes] = [waiting, waitingBytes];
    if (texts.length === 0) return;
    waiting = [];
    waitingBytes = 0;
    connection
      .run(ADD, keys, [...bounds, ...texts])
      // What is added to a state that is gone counts no longer.
      .catch((error: unknown) => isGone(error) || room.drop(texts.length))
      .finally(() => {
        room.giveBack(texts.length, bytes);
      });
  };
  return {
    add(entry) {
      const text = packEntry(hide(withKeptBodies(entry)));
      const bytes = Buffer.byteLength(text);
      if (!room.take(bytes)) return;
      waiting.push(text);
      waitingBytes += bytes;
      if (waiting.length === PIECE || waitingBytes > PIECE_BYTES) send();
      // Several replies are made of what comes from Redis at once: their entries go together.
      else if (waiting.length === 1) nextTick(send);
    },
    send,
  };
}
