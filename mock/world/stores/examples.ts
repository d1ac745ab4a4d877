import type { Collections, Condition, Id, StoredRecord } from './records';

/** The records that a world begins with where nobody gave any: those of a document's examples, and made-up ones. */
export interface Examples {
  /** All of the resource that a collection belongs to, by their collections; the same object each time. */
  of(collection: string): Collections;
  /** The same of every resource. */
  each(): Iterable<Collections>;
  /**
   * A record of a resource whose ids the document lets nobody find out, with any id that fits: the same each time.
   *
   * @param conditions what it has to meet
   */
  recordOf(collection: string, id: Id, conditions: readonly Condition[]): StoredRecord | undefined;
}
