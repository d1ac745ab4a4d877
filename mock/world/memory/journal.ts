import { type KeptEntry, requestBodyOf, sizeOfEntry, withKeptBodies } from '../rules/journal-entry';
import { createTest } from '../rules/patterns';
import { createPauses } from '../rules/pauses';
import type { Entry, Journal } from '../stores/journal';

/**
 * @param capacity how many entries it keeps; it may be 0
 * @param prefix what every path of the contract begins with; a pattern may leave it out
 * @param memory what it may take, together with other journals
 */
export function createMemoryJournal(
  capacity: number,
  prefix: string,
  memory: JournalMemory = createJournalMemory(Number.POSITIVE_INFINITY),
): Journal {
  /** The nth entry since the last `clear`, counted from 0, is at n modulo the capacity. */
  const ring: (KeptEntry | undefined)[] = [];
  /** In bytes, at the same places. */
  const sizes: number[] = [];
  const listeners = new Set<(entry: Entry) => void>();
  let count = 0;
  /** How many of them are still there: the last ones. */
  let kept = 0;
  let bytes = 0;
  let lastId = 0;

  const share = memory.join({
    get bytes() {
      return bytes;
    },
    forgetOldest(wanted) {
      const before = bytes;
      do forget((count - kept) % capacity);
      while (kept > 0 && before - bytes < wanted);
      share.grow(bytes - before);
    },
  });
  /** The oldest entry, which is at this place. */
  const forget = (place: number): void => {
    ring[place] = undefined;
    bytes -= sizes[place] ?? 0;
    kept -= 1;
  };

  const keep = (entry: KeptEntry): void => {
    const before = bytes;
    const place = count % capacity;
    if (kept === capacity) forget(place);
    const size = sizeOfEntry(entry);
    ring[place] = entry;
    sizes[place] = size;
    count += 1;
    kept += 1;
    bytes += size;
    share.grow(bytes - before);
  };

  const newestFirst = function* (before = Number.POSITIVE_INFINITY): Generator<Entry> {
    for (let back = Math.max(1, lastId - before + 2); back <= kept; back += 1) {
      const entry = ring[(count - back) % capacity];
      if (entry !== undefined) yield entryOf(lastId - back + 1, entry);
    }
  };
  const clear = () => {
    const before = bytes;
    ring.length = 0;
    sizes.length = 0;
    count = 0;
    kept = 0;
    bytes = 0;
    share.grow(-before);
  };
  return {
    add(entry) {
      lastId += 1;
      const cut = withKeptBodies(entry);
      if (capacity > 0) keep(cut);
      else count += 1;
      if (listeners.size === 0) return;
      const added = entryOf(lastId, cut);
      for (const hear of listeners) callBack(hear, added);
    },
    find: (pattern, limit, before) => search(newestFirst(before), createTest(pattern, prefix), limit),
    count(pattern) {
      const forgotten = count - kept;
      const matching = search(newestFirst(), createTest(pattern, prefix), kept);
      return matching.then(({ length }) => ({ count: length, forgotten }));
    },
    after(id, limit = Number.POSITIVE_INFINITY) {
      const later: Entry[] = [];
      // An id that was not given yet is from before a reset.
      for (let back = id > lastId ? kept : Math.min(kept, lastId - id); back > 0 && later.length < limit; back -= 1) {
        const entry = ring[(count - back) % capacity];
        if (entry !== undefined) later.push(entryOf(lastId - back + 1, entry));
      }
      return later;
    },
    clear,
    leave: share.leave,
    listen(hear) {
      // One function may listen twice, and each stops for itself.
      const listener = (entry: Entry) => hear(entry);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** With pauses for other work: a pattern may look into every body. */
async function search(
  entries: Generator<Entry>,
  matches: (entry: Entry) => boolean,
  limit: number,
): Promise<readonly Entry[]> {
  const pause = createPauses();
  const found: Entry[] = [];
  let left: Iterator<Entry> = entries;
  for (let next = left.next(); found.length < limit && next.done !== true; next = left.next()) {
    if (matches(next.value)) found.push(next.value);
    const waiting = pause();
    if (waiting === undefined) continue;
    // What is added meanwhile moves those that are left.
    if (left === entries) left = [...entries].values();
    await waiting;
  }
  return found;
}

/** Made only for a reader: the ids of what is kept follow each other, so that they need not be kept. */
function entryOf(id: number, kept: KeptEntry): Entry {
  const { requestTruncated = false, responseTruncated = false, ...entry } = kept;
  return { id, ...entry, requestBody: requestBodyOf(kept), requestTruncated, responseTruncated };
}

function callBack(hear: (entry: Entry) => void, entry: Entry): void {
  try {
    hear(entry);
  } catch {
    // One listener's failure must not reach the request or the other listeners.
  }
}

/** A journal, as seen by those that it shares memory with. */
interface Part {
  /** What its entries take. */
  readonly bytes: number;
  /** Forgets its oldest entries until so many bytes are free, one entry at least where it has one. */
  forgetOldest(bytes: number): void;
}

/** What a journal tells of itself. */
export interface JournalShare {
  /** Notes that its entries take so many bytes more; fewer where they are negative. Entries may be forgotten at once. */
  grow(bytes: number): void;
  /** It is kept no longer: it counts nowhere from now on. */
  leave(): void;
}

/** What the journals of all worlds may take together. */
export interface JournalMemory {
  /** In bytes. */
  readonly most: number;
  /** In bytes. */
  readonly used: number;
  join(part: Part): JournalShare;
}

/** So much of the whole is made free at once, so that not every entry looks for what is to be forgotten. */
const FREED = 1 / 64;
/** A journal gives up no more than this of what it holds before another is looked for. */
const GIVEN_UP = 1 / 4;

/**
 * Where there is no room, the journal that holds most forgets its oldest entries: whoever sends much loses its own history,
 * and not that of other sessions.
 */
export function createJournalMemory(most: number): JournalMemory {
  const parts = new Set<Part>();
  let used = 0;

  const makeRoom = (): void => {
    const target = most * (1 - FREED);
    while (used > target) {
      let heaviest: Part | undefined;
      for (const part of parts) if (part.bytes > (heaviest?.bytes ?? 0)) heaviest = part;
      if (heaviest === undefined) return;
      heaviest.forgetOldest(Math.min(used - target, heaviest.bytes * GIVEN_UP));
    }
  };

  return {
    most,
    get used() {
      return used;
    },
    join(part) {
      parts.add(part);
      return {
        grow(bytes) {
          if (!parts.has(part)) return;
          used += bytes;
          if (used > most) makeRoom();
        },
        leave() {
          if (parts.delete(part)) used -= part.bytes;
        },
      };
    },
  };
}
