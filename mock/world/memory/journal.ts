import { type KeptEntry, withKeptBodies } from '../rules/kept-bodies';
import { createTest } from '../rules/pattern';
import type { Entry, Journal } from '../stores/journal';

/**
 * @param capacity how many entries it keeps; it may be 0
 * @param prefix what every path of the contract begins with; a pattern may leave it out
 */
export function createMemoryJournal(capacity: number, prefix: string): Journal {
  /** The nth entry since the last `clear`, counted from 0, is at n modulo the capacity. */
  const ring: KeptEntry[] = [];
  const listeners = new Set<(entry: Entry) => void>();
  let count = 0;
  let lastId = 0;
  const newestFirst = function* (before = Number.POSITIVE_INFINITY): Generator<Entry> {
    for (let back = Math.max(1, lastId - before + 2); back <= ring.length; back += 1) {
      const kept = ring[(count - back) % capacity];
      if (kept !== undefined) yield entryOf(lastId - back + 1, kept);
    }
  };
  const clear = () => {
    ring.length = 0;
    count = 0;
  };
  return {
    add(entry) {
      lastId += 1;
      const kept = withKeptBodies(entry);
      if (capacity > 0) ring[count % capacity] = kept;
      count += 1;
      if (listeners.size === 0) return;
      const added = entryOf(lastId, kept);
      for (const hear of listeners) callBack(hear, added);
    },
    find(pattern, limit, before = Number.POSITIVE_INFINITY) {
      const matches = createTest(pattern, prefix);
      const found: Entry[] = [];
      for (const entry of newestFirst(before)) {
        if (found.length >= limit) break;
        if (matches(entry)) found.push(entry);
      }
      return found;
    },
    count(pattern) {
      const matches = createTest(pattern, prefix);
      let matching = 0;
      for (const entry of newestFirst()) if (matches(entry)) matching += 1;
      return { count: matching, forgotten: count - ring.length };
    },
    after(id) {
      const later: Entry[] = [];
      for (const entry of newestFirst()) {
        if (entry.id <= id && id <= lastId) break;
        later.push(entry);
      }
      return later.reverse();
    },
    clear,
    listen(hear) {
      // One function may listen twice, and each stops for itself.
      const listener = (entry: Entry) => hear(entry);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Made only for a reader: the ids of what is kept follow each other, so that they need not be kept. */
const entryOf = (id: number, { requestTruncated = false, responseTruncated = false, ...entry }: KeptEntry): Entry => ({
  id,
  ...entry,
  requestTruncated,
  responseTruncated,
});

function callBack(hear: (entry: Entry) => void, entry: Entry): void {
  try {
    hear(entry);
  } catch {
    // One listener's failure must not reach the request or the other listeners.
  }
}
