import type { Operation, Parameter } from './operation';
import type { Schema } from './schema';

export type Role = 'list' | 'create' | 'read' | 'replace' | 'patch' | 'delete';

/** What an operation is for: its role among the operations of a resource. */
export interface Purpose {
  readonly resource: Resource;
  readonly role: Role;
}

/** A query parameter that has the name of a record's property. */
export interface Filter {
  readonly parameter: Parameter;
  readonly property: string;
}

/** The way from a body to a part of it: names of members, and numbers of items; none where it is the body itself. */
export type Steps = readonly string[];

/** Who chooses the id of a new record: the client, since the body requires it; either, since it may have it; or the service. */
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
  /** The property of what create takes by which a client chooses the id, which records need not show; undefined where none does. */
  readonly idSentAs: string | undefined;
  /** Further properties by which the path's parameter takes a record, as its words say: `name` for `/things/{idOrName}`. */
  readonly otherKeys: readonly string[];
  /** Where the documented success of each role shows the record; of a list the array of records, or the object that maps ids to them. */
  readonly shown: Readonly<Partial<Record<Role, Steps>>>;
  /** Whether the list maps ids to records. No server is judged by such a list: it may be keyed by anything. */
  readonly listsByKey: boolean;
  /** Where the record stands in the body that an operation of each role takes. */
  readonly taken: Readonly<Partial<Record<Role, Steps>>>;
  /**
   * Whether all this follows from the document's own words: a link or the parameter's name leads to the id, and a record in a wrapper
   * has the very schema of one that stands alone or in a list. Where it rests on conventions, no server is judged by it.
   */
  readonly isSure: boolean;
  /** Roles that rest on conventions alone, such as a POST to an item that changes it: no server is judged by them. */
  readonly guessed: readonly Role[];
  /** The filters that keep the records whose property equals the value, as name, schema and words say together. */
  readonly filters: readonly Filter[];
  /** Those of which the name alone says so: no server is judged by them. */
  readonly guessedFilters: readonly Filter[];
  readonly pageSize: Parameter | undefined;
  /** How the list pages, by conventions alone: no server is judged by it. */
  readonly paging: Paging | undefined;
}

/** What an operation does with a singleton. */
export type SingletonRole = 'read' | 'replace' | 'patch' | 'delete';

/** A thing at a path of its own, such as the client's account: in no collection, and without an id in its path. */
export interface Singleton {
  readonly path: string;
  readonly operations: Readonly<Partial<Record<SingletonRole, Operation>>> & { readonly read: Operation };
  /** The reply that shows it. */
  readonly schema: Schema;
}

/** How a list says which of its pages is asked for, and which page a reply is. Read from the names that people use. */
export interface Paging {
  /** How many records a page has at most; a text or a number. Undefined where no parameter says so. */
  readonly size: Parameter | undefined;
  /** The parameters that say where the page begins, the one that links to other pages use first. */
  readonly positions: readonly Position[];
  /** The members of the reply that are about its page. */
  readonly members: readonly PageMember[];
  /** The same of its headers. */
  readonly headers: readonly PageHeader[];
  /** What is said of the parameters and members by their names, in code, where the document speaks of all lists. */
  readonly told: readonly string[];
}

export type PositionKind =
  /** The number of the page. */
  | 'page'
  /** How many records come before the page. */
  | 'offset'
  /** A text or number that a reply gave: the page begins after it, or ends before it. */
  | 'after'
  | 'before';

export interface Position {
  readonly kind: PositionKind;
  readonly parameter: Parameter;
  /** The number of the first page, or of the first record: 0 or 1. */
  readonly base: number;
  /** Whether the value is the id of a record, and not a token that means something to the service alone. */
  readonly isId: boolean;
}

/** What a member or a header may say of a page. */
export type PageFact = PageCount | PageFlag | PageTarget;

export type PageCount =
  /** Of all records that the filters keep, and of those on the page. */
  | 'total'
  | 'count'
  /** The most records of a page, the number of this page, and how many pages there are. */
  | 'size'
  | 'page'
  | 'pages'
  /** How many records come before the page; the numbers of its first and last record, counted from 1. */
  | 'offset'
  | 'from'
  | 'to';

export type PageFlag = 'hasNext' | 'hasPrevious' | 'isFirst' | 'isLast' | 'isEmpty';

/** Another page, or this one. */
export type PageTarget = 'next' | 'previous' | 'first' | 'last' | 'self';

/** How a page is named: its whole address, its path with the query, what the position's parameter takes; else a plain value. */
export type PageForm = 'url' | 'path' | 'position' | 'value';

export interface PageMember {
  /** Where it stands in the reply: the names of the members that lead to it. */
  readonly at: readonly string[];
  readonly fact: PageFact;
  readonly form: PageForm;
  readonly schema: Schema;
  readonly required: boolean;
}

/** A `links` header is that of RFC 8288, with a relation for each other page. */
export type PageHeader =
  | { readonly name: string; readonly description: string; readonly kind: 'fact'; readonly fact: PageCount }
  | { readonly name: string; readonly description: string; readonly kind: 'links' };
