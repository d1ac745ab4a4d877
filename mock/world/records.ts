import type { Awaitable } from './model';

export type Id = number | bigint | string;
export type Value = unknown;
/** A record as it is stored and shown, its id included where the contract gives it a property for one. */
export type StoredRecord = Readonly<Record<string, Value>>;

/** Keeps the records whose property equals one of these values. */
export interface Condition {
  readonly property: string;
  readonly anyOf: readonly Value[];
}

/** How a collection numbers its records. */
export type IdPolicy =
  | { readonly kind: 'sequence'; readonly minimum: bigint; readonly maximum: bigint }
  /** `make` is called with rising numbers, the first that of records ever stored plus one, until an id is free. */
  | { readonly kind: 'made'; readonly make: (nth: number) => string };

/** A collection has no id left to give. */
export class OutOfIds extends Error {
  override readonly name = 'OutOfIds';
}

/**
 * The records of a world, in collections that come to be when first used. Every method is one indivisible step, so
 * that a store shared by several processes can stand in.
 */
export interface RecordStore {
  /** The records that meet every condition, in the order of their ids, `limit` at most. */
  list(collection: string, conditions: readonly Condition[], limit: number): Awaitable<readonly StoredRecord[]>;
  get(collection: string, id: Id): Awaitable<StoredRecord | undefined>;
  /**
   * Stores what `build` makes of a new id: one that the collection has never had, or, once a sequence has come to its
   * end, the lowest that is free.
   *
   * @throws OutOfIds when no id is left
   */
  insert(collection: string, ids: IdPolicy, build: (id: Id) => StoredRecord): Awaitable<StoredRecord>;
  /** Stores a record under an id of its own, in place of any that had it. */
  put(collection: string, id: Id, record: StoredRecord): Awaitable<void>;
  /** Whether there was one. */
  delete(collection: string, id: Id): Awaitable<boolean>;
  clear(): Awaitable<void>;
}
