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
  /** At their ids modulo the capacity: a map that entries come into and go from costs a request 5 % more processor time. */
  const ring: (KeptEntry | undefined)[] = [];
  /** In bytes, at the same places. */
  const sizes: number[] = [];
  /** How many of them there are; their ids follow each other. */
  let kept = 0;
  const listeners = new Set<(entry: Entry) => void>();
  let lastId = 0;
  let lastCleared = 0;
  let bytes = 0;

  const share = memory.join({
    get bytes() {
      return bytes;
    },
    forgetOldest(wanted) {
      const before = bytes;
      do forgetOldest();
      while (kept > 0 && before - bytes < wanted);
      share.grow(bytes - before);
    },
  });
  const forgetOldest = (): void => {
    const place = (lastId - kept + 1) % capacity;
    bytes -= sizes[place] ?? 0;
    ring[place] = undefined;
    kept -= 1;
  };
  const keptAt = (id: number): KeptEntry | undefined =>
    id > lastId - kept && id <= lastId ? ring[id % capacity] : undefined;

  const newestFirst = function* (before = Number.POSITIVE_INFINITY): Generator<Entry> {
    for (let id = Math.min(lastId, before - 1); ; id -= 1) {
      const entry = keptAt(id);
      if (entry === undefined) return;
      yield entryOf(id, entry);
    }
  };
  return {
    add(entry) {
      const before = bytes;
      const cut = withKeptBodies(entry);
      if (kept === capacity && capacity > 0) forgetOldest();
      lastId += 1;
      if (capacity > 0) {
        const size = sizeOfEntry(cut);
        ring[lastId % capacity] = cut;
        sizes[lastId % capacity] = size;
        kept += 1;
        bytes += size;
      }
      share.grow(bytes - before);
      if (listeners.size === 0) return;
      const added = entryOf(lastId, cut);
      for (const hear of listeners) callBack(hear, added);
    },
    find: (pattern, limit, before) => search(newestFirst(before), createTest(pattern, prefix), limit),
    async count(pattern) {
      const forgotten = lastId - lastCleared - kept;
      const { length } = await search(newestFirst(), createTest(pattern, prefix), Number.POSITIVE_INFINITY);
      return { count: length, forgotten };
    },
    after(id, limit = Number.POSITIVE_INFINITY) {
      const later: Entry[] = [];
      // An id that was not given yet is from before a reset.
      const known = id > lastId ? 0 : id;
      for (let next = Math.max(known, lastId - kept) + 1; next <= lastId && later.length < limit; next += 1) {
        const entry = keptAt(next);
        if (entry !== undefined) later.push(entryOf(next, entry));
      }
      return later;
    },
    lastId: () => lastId,
    clear() {
      const before = bytes;
      ring.length = 0;
      kept = 0;
      lastCleared = lastId;
      bytes = 0;
      share.grow(-before);
    },
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
    // What is added meanwhile may have those forgotten that are left.
    if (left === entries) left = [...entries].values();
    await waiting;
  }
  return found;
}

/** Made only for a reader. */
function entryOf(id: number, kept: KeptEntry): Entry {
  const { requestTruncated = false, responseTruncated = false, ...entry } = kept;
  return { id, ...entry, requestBody: requestBodyOf(kept), requestTruncated, responseTruncated };
}

function callBack(hear: (entry: Entry) => void, entry: Entry): void {
  try {
    hear(entry);
  } catch {
    // One listener's failure must reach neither the request nor the other listeners.
  }
}

/** A journal, as the others that it shares memory with see it. */
interface Part {
  readonly bytes: number;
  /** Forgets its oldest entries until so many bytes are free, one entry at least where it has one. */
  forgetOldest(bytes: number): void;
}

/** What a journal tells of itself. */
interface JournalShare {
  /** Notes that its entries take so many bytes more; fewer where they are negative. Entries may be forgotten at once. */
  grow(bytes: number): void;
  /** It counts no longer. */
  leave(): void;
}

/** What the journals of all worlds may take together, in bytes. */
interface JournalMemory {
  readonly used: number;
  join(part: Part): JournalShare;
}

/** So much of the whole is made free at once, so that not every entry looks for what is to be forgotten. */
const FREED = 1 / 64;
/** A journal gives up no more than this of what it holds before another is looked for. */
const GIVEN_UP = 1 / 4;

/**
 * Where there is no room, the journal that holds most forgets its oldest entries: a session that is sent much loses its own
 * history, and not that of others.
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
