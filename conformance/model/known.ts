import type { Exchange } from './exchange';
import type { JsonRecord } from './records';

export interface Sighting {
  readonly record: JsonRecord;
  readonly shownBy: Exchange;
}

/** What has been learnt of the server's records. */
export interface Known {
  /** Records of a resource by id, as they were last seen in a reply. */
  records(resource: string): ReadonlyMap<unknown, JsonRecord>;
  /** Ids that this run has made. */
  created(resource: string): ReadonlySet<unknown>;
  /** A record as it was seen first. */
  first(resource: string, id: unknown): Sighting | undefined;
  /** The most records that one unfiltered list has shown. */
  longest(resource: string): number;
  sawList(resource: string, length: number): void;
  see(resource: string, id: unknown, record: JsonRecord, shownBy: Exchange, isNew: boolean): void;
  /** A record that was deleted, or is about to be shown in another form. */
  forget(resource: string, id: unknown): void;
  /** The record whose id leads to all that lies below it in the paths; nothing changes or deletes it. */
  host(resource: string): unknown;
  setHost(resource: string, id: unknown): void;
  /** Whether the user has named good values of a property: then others may not be. */
  isNamed(property: string): boolean;
  /** Values of a property that the server has shown or the user has named: it has to accept them. */
  values(resource: string, property: string): readonly unknown[];
}
