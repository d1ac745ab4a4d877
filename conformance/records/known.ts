import type { Operation, Purpose, Resource } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import type { JsonRecord } from './records';

/** A record, and the exchange that showed it. */
export interface Sighting {
  readonly record: JsonRecord;
  readonly shownBy: Exchange;
}

/** In what kind of reply a record was shown. */
export type Showing = 'create' | 'change' | 'read' | 'list' | 'filtered list';

/** What is known of one record. */
export interface KnownRecord {
  readonly id: unknown;
  /** As it was shown first, or first after somebody changed it or the server filled in what was not there. */
  readonly first: Sighting;
  /** As it was shown last. */
  readonly latest: JsonRecord;
  /** Whether one of the exchanges created it. */
  readonly isCreated: boolean;
  /** Every kind of reply that has shown it since. */
  readonly shownIn: ReadonlySet<Showing>;
}

/** A record as it was before it was deleted. */
export interface Gone {
  readonly record: KnownRecord;
  readonly deletedBy: Exchange;
}

/** What is known of the records of one collection: those of a resource below the same parents. */
export interface Collection {
  /** By `keyOf` their ids, in the order in which they were seen first. */
  readonly records: ReadonlyMap<string, KnownRecord>;
  /** The most records that one unfiltered list has shown. */
  readonly longest: number;
  /** Keys of the records that were shown since a record of another resource was deleted: that may delete others. */
  readonly there: ReadonlySet<string>;
  /** Of those, the keys of the ones that nothing elsewhere, or below them, may have changed since. */
  readonly unchanged: ReadonlySet<string>;
  /** What was deleted, by `keyOf` the ids; nothing that was shown again since. */
  readonly gone: ReadonlyMap<string, Gone>;
}

/** What has been learnt of the server's records. */
export interface Known {
  /** The part that an operation plays. */
  purposeOf(operation: Operation): Purpose | undefined;
  /** The collection below the parents that a path names; without a path, below those that the run has chosen. */
  collection(resource: Resource, path?: Readonly<Record<string, unknown>>): Collection;
  /**
   * The value that the run has chosen for the last parameter of a path, to work below that parent. It stays the same
   * for the whole run, since the records below another parent are other records.
   */
  parent(path: string): unknown;
  chooseParent(path: string, value: unknown): void;
  /** Whether the user has named good values of a property: then others may not be. */
  isNamed(property: string): boolean;
  /** Values of a property that the server has shown or the user has named: it has to accept them. */
  values(resource: Resource | undefined, property: string): readonly unknown[];
}

/** An id as a path writes it, whatever its type in JSON. */
export const keyOf = (id: unknown): string => String(id);

/** A path as far as one of its parameters, that included. */
export const upTo = (path: string, name: string): string => path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);

/** The records of a collection that an exchange has created, in that order. */
export const createdIn = ({ records }: Collection): readonly KnownRecord[] =>
  [...records.values()].filter(({ isCreated }) => isCreated);
