import type { Parameter } from './operation';
import type { Schema } from './schema';

/** How a list says which of its pages is asked for, and which page a reply is. Read from the names that people use. */
export interface Paging {
  /** How many records a page has at most; a text or a number. Undefined where no parameter says so. */
  readonly size: Parameter | undefined;
  /** The parameters that say where the page begins, the one that links to other pages use first. */
  readonly positions: readonly Position[];
  /** What the reply tells of its page. */
  readonly members: readonly PageMember[];
  /** The same of its headers. */
  readonly headers: readonly PageHeader[];
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

/** What a member or a header may tell of a page. */
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
  | { readonly name: string; readonly kind: 'fact'; readonly fact: PageCount }
  | { readonly name: string; readonly kind: 'links' };
