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

/** What the paths say is one kind of record: a collection, its items, and who does what with them. */
export interface Resource {
  /** The last fixed segment of its collection's path, or the path where two would share a name. */
  readonly name: string;
  readonly collectionPath: string;
  readonly itemPath: string | undefined;
  readonly operations: Readonly<Partial<Record<Role, Operation>>>;
  /** The record as replies show it. */
  readonly schema: Schema;
  /** The property that holds the id, and the item path's parameter that asks for it. */
  readonly idProperty: string | undefined;
  readonly idParameter: Parameter | undefined;
  readonly filters: readonly Filter[];
  readonly pageSize: Parameter | undefined;
  /** How the list pages, by conventions alone: nobody may be judged by it. */
  readonly paging: Paging | undefined;
  /** The property of a list's reply that holds the records; undefined where the reply is the array. */
  readonly listProperty: string | undefined;
}
