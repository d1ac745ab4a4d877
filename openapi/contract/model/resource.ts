import type { Operation, Parameter } from './operation';
import type { Paging } from './paging';
import type { Schema } from './schema';

export type Role = 'list' | 'create' | 'read' | 'replace' | 'patch' | 'delete';

/** What an operation is for: its role among the operations of a resource. */
export interface Purpose {
  readonly resource: Resource;
  readonly role: Role;
}

/** A query parameter that keeps the records whose property of the same name has its value. */
export interface Filter {
  readonly parameter: Parameter;
  readonly property: string;
}

/** The way from a body to a part of it: names of members, and numbers of items; none where it is the body itself. */
export type Steps = readonly string[];

/**
 * Who chooses the id of a new record: its client, since the body requires it; either of them, since the body may have it;
 * or the service, since it may not.
 */
export type IdChoice = 'client' | 'either' | 'service';

/** What the paths say is one kind of record: a collection, its items, and who does what with them. */
export interface Resource {
  /** The last fixed segment of its collection's path, or the path where two would share a name. */
  readonly name: string;
  /** As the document spells it, with any slash or suffix at its end; where only items have a path, that without its last segment. */
  readonly collectionPath: string;
  /** The name of the resource whose records these are: its own, unless this is another path to those of one at the top. */
  readonly storedIn: string;
  readonly itemPath: string | undefined;
  readonly operations: Readonly<Partial<Record<Role, Operation>>>;
  /** The record as replies show it. */
  readonly schema: Schema;
  /** The property that holds the id, and the item path's parameter that asks for it. */
  readonly idProperty: string | undefined;
  readonly idParameter: Parameter | undefined;
  readonly idChoice: IdChoice;
  /**
   * Where the record stands in the documented success of an operation of each role; of a list the array of the records. A
   * reply that shows none has no steps.
   */
  readonly shown: Readonly<Partial<Record<Role, Steps>>>;
  /** Where the record stands in the body that an operation of each role takes; a body that has none has no steps. */
  readonly taken: Readonly<Partial<Record<Role, Steps>>>;
  /**
   * Whether all this follows from the document's own words: the id is led to by a link, or has the name of the parameter,
   * or the end of that name; and a record in a wrapper has the very schema of one that stands alone or in a list. Where it
   * rests on habits of the trade instead, a server may mean something else: then nothing may be held against it that
   * follows from the resource, such as that what was created is read at its id.
   */
  readonly isSure: boolean;
  /** Roles that rest on a habit of the trade alone, such as a POST to an item that changes it: nobody may be judged by them. */
  readonly guessed: readonly Role[];
  readonly filters: readonly Filter[];
  readonly pageSize: Parameter | undefined;
  /** How the list pages, by conventions alone: nobody may be judged by it. */
  readonly paging: Paging | undefined;
}
