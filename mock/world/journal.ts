import type { Operation } from '../../openapi/contract';

/** What is known of one request when its way is over: references, which nobody puts into words before somebody reads. */
export interface Passed {
  /** When it came, by the world's clock: Unix milliseconds. */
  readonly at: number;
  /** How long it took, by the real time. */
  readonly milliseconds: number;
  readonly method: string;
  /** As it was sent, percent-encoded, without the query. */
  readonly path: string;
  /** What follows `?`; empty where nothing does. */
  readonly query: string;
  readonly operation: Operation | undefined;
  /** Undefined without a valid key. */
  readonly keyName: string | undefined;
  /** Undefined where no reply was sent. */
  readonly status: number | undefined;
  /** The last fault that struck it. */
  readonly faultId: string | undefined;
  /** As Node has them in `rawHeaders`: name, value, name, value. */
  readonly requestHeaders: readonly string[];
  /** As it was read, decoded; undefined where there was none or nobody read it. */
  readonly requestBody: Buffer | undefined;
  /** In the same form. */
  readonly responseHeaders: readonly string[];
  /** As it was sent; empty where none was, so for HEAD. */
  readonly responseBody: string;
}

/** One request in the journal. A body beyond 64 KiB has been cut there. */
export interface Entry extends Passed {
  /** Counts up from 1. */
  readonly id: number;
  readonly requestTruncated: boolean;
  readonly responseTruncated: boolean;
}

/** The last requests of a world. */
export interface Journal {
  add(passed: Passed): void;
  /** Those that pass the test, newest first, so many at the most. */
  find(test: (entry: Entry) => boolean, limit: number): readonly Entry[];
  count(test: (entry: Entry) => boolean): number;
  /** Those with a higher id, oldest first; all of them for an id that was not given yet, which is from before a reset. */
  after(id: number): readonly Entry[];
  /** How many since the last `clear` are no longer kept. */
  readonly forgotten: number;
  /** Forgets every entry and goes on counting, so that the last id that a listener saw keeps its meaning. */
  clear(): void;
  /** Forgets every entry and counts from 1 again. Listeners stay. */
  reset(): void;
  /**
   * Calls back with each entry as it is added; what a listener throws harms neither the request nor other listeners.
   *
   * @returns how to stop
   */
  listen(hear: (entry: Entry) => void): () => void;
}

/** Bytes of a body that are kept at the most. */
export const KEPT_BODY = 64 * 2 ** 10;

/** @param capacity how many entries it keeps; none: 0 */
export function createJournal(capacity: number): Journal {
  /** The entry that was added as the nth since the last `clear` is at n modulo the capacity. */
  const ring: Kept[] = [];
  const listeners = new Set<(entry: Entry) => void>();
  let added = 0;
  let lastId = 0;
  const newestFirst = function* (): Generator<Entry> {
    for (let back = 1; back <= ring.length; back += 1) {
      const kept = ring[(added - back) % capacity];
      if (kept !== undefined) yield entryOf(lastId - back + 1, kept);
    }
  };
  const clear = () => {
    ring.length = 0;
    added = 0;
  };
  return {
    add(passed) {
      lastId += 1;
      const kept = cut(passed);
      if (capacity > 0) ring[added % capacity] = kept;
      added += 1;
      if (listeners.size === 0) return;
      const entry = entryOf(lastId, kept);
      for (const hear of listeners) tell(hear, entry);
    },
    find(test, limit) {
      const found: Entry[] = [];
      for (const entry of newestFirst()) {
        if (found.length >= limit) break;
        if (test(entry)) found.push(entry);
      }
      return found;
    },
    count(test) {
      let count = 0;
      for (const entry of newestFirst()) if (test(entry)) count += 1;
      return count;
    },
    after(id) {
      const later: Entry[] = [];
      for (const entry of newestFirst()) {
        if (entry.id <= id && id <= lastId) break;
        later.push(entry);
      }
      return later.reverse();
    },
    get forgotten() {
      return added - ring.length;
    },
    clear,
    reset() {
      clear();
      lastId = 0;
    },
    listen(hear) {
      // One function may listen twice, and each stops for itself.
      const listener = (entry: Entry) => hear(entry);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What is kept of a request: mostly just what was passed, since any copy would be made on every request's path. */
interface Kept extends Passed {
  readonly requestTruncated?: boolean;
  readonly responseTruncated?: boolean;
}

/** With bodies no longer than is kept. */
function cut(passed: Passed): Kept {
  const { requestBody, responseBody } = passed;
  const requestTruncated = requestBody !== undefined && requestBody.length > KEPT_BODY;
  // No UTF-16 unit needs more than three bytes: most bodies need not be measured.
  const responseTruncated = responseBody.length * 3 > KEPT_BODY && Buffer.byteLength(responseBody) > KEPT_BODY;
  if (!requestTruncated && !responseTruncated) return passed;
  return {
    ...passed,
    // A copy: a part of a buffer, as of a text, would keep the whole of it alive.
    requestBody: requestTruncated ? Buffer.from(requestBody.subarray(0, KEPT_BODY)) : requestBody,
    requestTruncated,
    responseBody: responseTruncated ? beginningOf(responseBody) : responseBody,
    responseTruncated,
  };
}

/** Made when somebody reads. The ids of what is kept follow each other, so that none need be kept. */
const entryOf = (id: number, { requestTruncated = false, responseTruncated = false, ...passed }: Kept): Entry => ({
  id,
  ...passed,
  requestTruncated,
  responseTruncated,
});

/** So much of a text as fits, in whole characters. */
function beginningOf(text: string): string {
  const bytes = Buffer.allocUnsafe(KEPT_BODY);
  return bytes.toString('utf8', 0, bytes.write(text));
}

function tell(hear: (entry: Entry) => void, entry: Entry): void {
  try {
    hear(entry);
  } catch {
    // A listener's failure is no affair of the request that it was told of.
  }
}
