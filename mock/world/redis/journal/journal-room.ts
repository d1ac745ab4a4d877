import { setTimeout } from 'node:timers';

/** What may be under way to the journals of a process: no reply waits for them. */
export interface JournalRoom {
  /**
   * Takes room for an entry of so many bytes. Where there is none, the entry counts as dropped.
   *
   * @returns whether there was room
   */
  take(bytes: number): boolean;
  /** Gives room back: so many entries are not under way any more. */
  giveBack(entries: number, bytes: number): void;
  /** Counts entries that Redis has not taken. */
  drop(entries: number): void;
  /** How many were dropped, since the start. */
  dropped(): number;
  /** How many bytes are under way. */
  used(): number;
}

/** So many entries of all worlds may be under way. */
const MOST_ENTRIES = 10_000;
/** How long dropped entries are counted for one line, in milliseconds. */
const COUNTED_MS = 3000;

/**
 * @param mostBytes of entries under way, in UTF-8; in memory they take twice as much at most
 * @param notice is told in a sentence how many entries were dropped, every few seconds at most
 */
export function createJournalRoom(mostBytes: number, notice: (text: string) => void): JournalRoom {
  let [entries, bytes, dropped, untold] = [0, 0, 0, 0];
  const tell = (): void => {
    const what = untold === 1 ? '1 request is' : `${untold.toLocaleString('en')} requests are`;
    untold = 0;
    notice(`${what} missing in the journal: the store was slow, full, or out of reach.`);
  };
  const drop = (count: number): void => {
    if (untold === 0) setTimeout(tell, COUNTED_MS).unref();
    dropped += count;
    untold += count;
  };
  return {
    take(size) {
      if (entries === MOST_ENTRIES || bytes + size > mostBytes) {
        drop(1);
        return false;
      }
      entries += 1;
      bytes += size;
      return true;
    },
    giveBack(count, size) {
      entries -= count;
      bytes -= size;
    },
    drop,
    dropped: () => dropped,
    used: () => bytes,
  };
}
