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
  /** From one integer to another; `step` is 1 where it is left out. */
  | { readonly kind: 'sequence'; readonly minimum: bigint; readonly maximum: bigint; readonly step?: bigint }
  /** `make` is called with rising numbers, each above the count of records ever stored, until an id is free. */
  | { readonly kind: 'made'; readonly make: (nth: number) => Id };

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
   * Stores what `build` makes of a new id, which the collection has never had: the next of a sequence or, once this has
   * come to its end, the lowest that was left out.
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
