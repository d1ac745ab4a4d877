import type { Awaitable } from './store';

export type Id = number | bigint | string;
export type Value = unknown;
/** A record as it is stored and shown, its id included where the contract gives it a property for one. */
export type StoredRecord = Readonly<Record<string, Value>>;

/** All records, by their collections' names and their ids. */
export type Collections = ReadonlyMap<string, ReadonlyMap<Id, StoredRecord>>;

/** Is met by the records whose property equals one of these values. */
export interface Condition {
  readonly property: string;
  readonly anyOf: readonly Value[];
}

/** Where a page of a list begins, or ends. Ids need not be of records that are there. */
export type PageBegin = { readonly skip: number } | { readonly after: Id } | { readonly before: Id };

/** Some records of a list that follow each other, and what the list is. */
export interface RecordPage {
  readonly records: readonly StoredRecord[];
  /** Undefined where the page is empty. */
  readonly firstId: Id | undefined;
  readonly lastId: Id | undefined;
  /** How many records of the list come before the page. */
  readonly skipped: number;
  /** How many records the list has. */
  readonly total: number;
}

/** What a collection remembers of its ids, so that none is given twice. */
export interface IdMemory {
  /** The highest number that was an id; undefined where none was. */
  readonly highest: number | bigint | undefined;
  /** How many ids have come into use. */
  readonly everUsed: number;
  /** Those whose records were deleted. */
  readonly retired: readonly Id[];
}

/** By the collections' names. */
export type IdMemories = ReadonlyMap<string, IdMemory>;

/** Some records of a collection, which may be none. */
export interface Batch {
  readonly collection: string;
  readonly records: readonly (readonly [Id, StoredRecord])[];
}

/** All records as they were at one moment, to be read at leisure: what changes later is not in it. */
export interface Snapshot {
  /** In the order of their first records. */
  readonly collections: readonly CollectionSnapshot[];
  /** To be called when it is no longer read: until then even what is deleted meanwhile counts as stored. */
  close(): void;
}

export interface CollectionSnapshot {
  readonly name: string;
  readonly count: number;
  /** In the order of their ids, a few at a time. */
  batches(): AsyncIterable<Batch['records']>;
}

/** The combinations of properties by which the records of a collection are listed, as far as they are known before. */
export type IndexedBy = (collection: string) => readonly (readonly string[])[];

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
 * The records of a world as requests use them, in collections that exist from their first record on. Every method is one
 * indivisible step. `insert`, `add`, `update` and `put` throw a StoreFull where there is no room; then everything is as it was.
 *
 * A long list or page may show each record as it was at another moment of the call, since others are served meanwhile. What
 * is to be of one moment is a snapshot; `dump` is one.
 */
export interface Records {
  /** The records that meet every condition, in the order of their ids, `limit` at most. */
  list(collection: string, conditions: readonly Condition[], limit: number): Awaitable<readonly StoredRecord[]>;
  /** A page of the records that meet every condition, in the order of their ids; of `most` records at most. */
  page(collection: string, conditions: readonly Condition[], begin: PageBegin, most: number): Awaitable<RecordPage>;
  /**
   * @param make makes the record, which is stored first, where the collection never had one of this id; it may make none
   * @returns undefined where there is no record of this id that meets every condition
   */
  get(
    collection: string,
    id: Id,
    conditions?: readonly Condition[],
    make?: () => StoredRecord | undefined,
  ): Awaitable<StoredRecord | undefined>;
  /**
   * Stores what `build` makes of a new id, which the collection has never had: the next of a sequence or, once this has
   * come to its end, the lowest that was left out. `build` may be called again with another id, where another request has
   * taken the first one meanwhile.
   *
   * @param hiddenFor see `created`
   * @throws OutOfIds when no id is left
   */
  insert(
    collection: string,
    ids: IdPolicy,
    build: (id: Id) => StoredRecord,
    hiddenFor?: HiddenFor,
  ): Awaitable<StoredRecord>;
  /**
   * Stores a record under an id of the caller's choice, which may be that of a deleted one.
   *
   * @param hiddenFor see `created`
   * @returns whether it did: not where the collection has a record of this id
   */
  add(collection: string, id: Id, record: StoredRecord, hiddenFor?: HiddenFor): Awaitable<boolean>;
  /**
   * The creation order of a collection, the oldest first: the records that came with `hiddenFor`, deleted ones among them,
   * `MOST_CREATED` at most. Of an id that is there twice the last counts. A `restore` puts another in its place.
   */
  created(collection: string): Awaitable<readonly Created[]>;
  /**
   * Puts what `change` makes of a record in its place; where that throws, the record stays as it was. It may be called more
   * than once, each time with the record as it is then.
   *
   * @param make as for `get`
   * @returns the record as it is now; undefined where there is none of this id that meets every condition
   */
  update(
    collection: string,
    id: Id,
    change: (before: StoredRecord) => StoredRecord,
    conditions?: readonly Condition[],
    make?: () => StoredRecord | undefined,
  ): Awaitable<StoredRecord | undefined>;
  /** Stores a record under an id of the caller's choice, in place of the one that has it; a deleted one may have had it. */
  put(collection: string, id: Id, record: StoredRecord): Awaitable<void>;
  /**
   * @param check throws where the record as it is may not be deleted: then it stays
   * @param make as for `get`
   * @returns what was deleted; undefined where there is no record of this id that meets every condition
   */
  delete(
    collection: string,
    id: Id,
    conditions?: readonly Condition[],
    check?: (before: StoredRecord) => void,
    make?: () => StoredRecord | undefined,
  ): Awaitable<StoredRecord | undefined>;
  /**
   * The same records, each of whose steps is done once `condition` resolves; where that rejects, it rejects with the same and
   * changes nothing. What the step needs may be read meanwhile.
   */
  gated(condition: Promise<void>): Records;
}

/** All records of a world. `restore` throws a StoreFull where there is no room; then everything is as it was. */
export interface RecordStore extends Records {
  /** Those that hold or held a record, in the order of their first ones. */
  collections(): Awaitable<readonly CollectionSize[]>;
  /** All that is stored, for `restore`: collections in the order of their first records, records in the order of their ids. */
  dump(): Awaitable<Collections>;
  /**
   * All that is stored, in batches of no particular order, between which others are served: one batch at least of each
   * collection. What changes meanwhile comes as it was or as it is then.
   */
  batches(): Iterable<Batch> | AsyncIterable<Batch>;
  /** All that is stored at this moment. */
  snapshot(): Awaitable<Snapshot>;
  /** What is remembered of the ids of each collection, for `restore`. */
  idMemories(): Awaitable<IdMemories>;
  /**
   * Stores these records, as they are, in place of all others. The ids of before are forgotten, but for those that
   * `memories` has: new ones go on above the highest of all these. Others are served meanwhile, as if nothing had changed yet.
   *
   * @param before whose creation order these collections have from now on; left out: none
   */
  restore(collections: Collections, memories?: IdMemories, before?: CreationOrder): Awaitable<void>;
  /**
   * Stores these records, unless it was asked to for the same mark before, or is to begin with nothing more. Those whose
   * ids are in use are left out, and those that there is no room for: no client has asked for them.
   */
  beginWith(mark: string, records: Collections): Awaitable<void>;
  /** From now on `beginWith` stores nothing. */
  beginWithNothingMore(): Awaitable<void>;
  /** Is called once it is in no world any more: what it holds, and is still written to it, counts no longer. */
  leave(): Awaitable<void>;
}

type CreationOrder = Pick<Records, 'created'>;

interface CollectionSize {
  readonly name: string;
  /** How many records it holds now. */
  readonly count: number;
}

/** Gives a new record a place in the creation order, and says for how many milliseconds of real time lists do not show it. */
export type HiddenFor = (id: Id) => number;

/** A record in the creation order of its collection. */
export interface Created {
  readonly id: Id;
  /** Unix milliseconds of real time, by the clock of the store. */
  readonly hiddenUntil: number;
  /** Whether lists do not show it yet. */
  readonly isHidden: boolean;
}

/** So many records of a collection have a place in its creation order: those before them have none any more. */
export const MOST_CREATED = 100_000;

/** The records that a world begins with where it was given none: those of a document's examples, and made-up ones. */
export interface Examples {
  /** Those of the resource that a collection belongs to, by their collections; the same object each time. */
  of(collection: string): Collections;
  /** The same of every resource. */
  each(): Iterable<Collections>;
  /**
   * A record of a resource whose ids no client can find out, with any id that fits: the same each time.
   *
   * @param conditions what it has to meet
   */
  recordOf(collection: string, id: Id, conditions: readonly Condition[]): StoredRecord | undefined;
}
