import type { Count, Pattern } from '../../../openapi/types/control';
import type { Awaitable } from './store';

/** What patterns look at in a request. */
export interface RequestFacts {
  readonly method: string;
  /** As it was sent, percent-encoded, without the query. */
  readonly path: string;
  /** What follows `?`; empty where nothing does. */
  readonly query: string;
  readonly operationId: string | undefined;
  /** Undefined without a valid key. */
  readonly keyName: string | undefined;
  /** As Node has them in `rawHeaders`: name, value, name, value. */
  readonly requestHeaders: readonly string[];
  /** Decoded; undefined where there was none or it was not read. */
  readonly requestBody: Buffer | undefined;
}

/** A request that is over, as the journal gets it: references to what there is, not yet a text of it. */
export interface NewEntry extends RequestFacts {
  /** When it came, by the world's clock: Unix milliseconds. */
  readonly at: number;
  /** How long it took, by the real time. */
  readonly milliseconds: number;
  /** Undefined where no reply was sent. */
  readonly status: number | undefined;
  /** The last fault that applied to it. */
  readonly faultId: string | undefined;
  /** In the same form as those of the request. */
  readonly responseHeaders: readonly string[];
  /** As it was sent; empty where none was, so for HEAD. */
  readonly responseBody: string;
}

/** A request in the journal. A body of more than `KEPT_BODY` bytes has been cut there. */
export interface Entry extends NewEntry {
  /** Counts up from 1. */
  readonly id: number;
  readonly requestTruncated: boolean;
  readonly responseTruncated: boolean;
}

/** The most bytes of a body that are kept. */
export const KEPT_BODY = 64 * 2 ** 10;

/** The last requests of a world. */
export interface Journal {
  /** Returns before the entry is written: no reply waits for the journal. */
  add(entry: NewEntry): void;
  /**
   * Those that match, newest first, `limit` at most.
   *
   * @param before only those with a lower id
   * @throws RangeError for an instant that no `Date` can hold
   */
  find(pattern: Pattern, limit: number, before?: number): Awaitable<readonly Entry[]>;
  /** @throws RangeError for an instant that no `Date` can hold */
  count(pattern: Pattern): Awaitable<Count>;
  /**
   * Those with a higher id, oldest first, `limit` at most. All of them for an id that was not given yet: it is from before a
   * reset.
   */
  after(id: number, limit?: number): Awaitable<readonly Entry[]>;
  /** The id of the last entry by now; 0 where there was none. */
  lastId(): Awaitable<number>;
  /** Forgets every entry. Ids go on, so that the last one that a listener saw keeps its meaning. */
  clear(): Awaitable<void>;
  /**
   * Calls back with each entry as it is added. What a listener throws harms neither the request nor other listeners.
   *
   * @returns how to stop
   */
  listen(hear: (entry: Entry) => void): () => void;
  /** Is called once it is in no world any more: what it holds, and what is still added to it, counts no longer. */
  leave(): Awaitable<void>;
}
