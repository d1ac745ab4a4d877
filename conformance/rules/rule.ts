import type { Contract, Purpose } from '../../openapi/contract';
import { type Exchange, isOfOneCaller } from '../exchange/exchange';
import { type Query, queryOf } from '../exchange/query';
import type { Subject } from '../exchange/subject';
import { type Listing, listingOf } from '../records/lists/listing';
import type { Collection, Known } from '../records/records';
import type { Breach, Clause, Rule } from '../verdict/verdict';

/**
 * A rule that judges every exchange, whichever check or client sent it.
 *
 * `Seen`: what it looks at. `About`: what its sentence of the contract depends on.
 */
interface JudgingRule<Seen, About> extends Rule {
  readonly clause: (about: About) => Clause;
  /** What breaks the rule; undefined where the rule says nothing of what is seen. */
  readonly judge: (seen: Seen) => readonly Breach[] | undefined;
}

/** An oracle judges an exchange by itself and by what came before it with the same credential. */
export type Oracle = JudgingRule<Witnessed, Pick<Witnessed, 'exchange' | 'contract'>>;

/** An exchange, and what came before it. */
interface Witnessed extends History {
  readonly exchange: Exchange;
}

/** What an oracle may know beside the exchange. */
export interface History {
  readonly contract: Contract;
  readonly target: Target;
  /** The exchange before this one with the same credential. */
  readonly previous: Exchange | undefined;
  /** The first exchange of all with the same credential. */
  readonly first: Exchange | undefined;
  /** How many exchanges in a row, the previous one the last of them, have each shown one more left of a window than the one before. */
  readonly rises: number;
  /**
   * The 401 that the same operation gave the same credential when it was asked last, where it had served it before and no
   * 429 may have led to a ban.
   */
  readonly refused: Exchange | undefined;
  /** What was shown before with an entity tag under the same address. */
  readonly tagged?: TaggedBefore;
  /** The earlier reply that had an id of its own which this one has, by the name of the header or member. */
  readonly shownBefore?: (name: string, value: string) => Exchange | undefined;
  /** The first success of the same operation with the same credential under the same name (`requestNameOf`), where this one has one. */
  readonly named: Named | undefined;
}

/** What was shown with an entity tag by a GET, and by what has made or changed it. */
export interface TaggedBefore {
  readonly read?: Tagged | undefined;
  readonly written?: Tagged | undefined;
}

export interface Tagged {
  readonly tag: string;
  readonly value: unknown;
  readonly exchange: Exchange;
  /** Whether anything may have changed since. */
  readonly isPast: boolean;
  /** Whether a client has changed the very thing since. */
  readonly isWritten: boolean;
}

/** A request under a name that was served. */
export interface Named {
  readonly first: Exchange;
  /** Whether nothing else that may have changed something came in between. */
  readonly isLast: boolean;
}

/**
 * A relation compares what an exchange shows of records with what was asked for, and with what earlier exchanges have
 * shown. A check of the same id sends the requests that no other check sends.
 */
export interface Relation extends JudgingRule<Shown, Subject> {
  /** The operation that a finding is reported for: that of the exchange, or the resource's list, create or delete. */
  readonly reportedFor: 'exchanged' | 'list' | 'create' | 'delete';
  readonly applies: (subject: Subject) => boolean;
}

/** An exchange of one of a resource's operations, and what was known before it. */
export interface Shown {
  readonly exchange: Exchange;
  readonly purpose: Purpose;
  readonly query: Query;
  /** What a list shows; undefined where the exchange is no successful list. */
  readonly listing: Listing | undefined;
  /** The records among which it took place; of those that a wrong key may see nothing is known. */
  readonly before: Collection;
  readonly contract: Contract;
}

export function shownBy(exchange: Exchange, purpose: Purpose, known: Known): Omit<Shown, 'contract'> {
  const { request } = exchange;
  const query = queryOf(request);
  const before = isOfOneCaller(request.credential) ? known.collection(purpose.resource, request.path) : NOTHING;
  const listing = purpose.role === 'list' ? listingOf(exchange, purpose.resource, query, before.longest) : undefined;
  return { exchange, purpose, query, listing, before };
}

const NOTHING: Collection = {
  ...{ records: new Map(), longest: 0, there: new Set(), unchanged: new Set() },
  ...{ unset: new Map(), running: new Set(), gone: new Map(), ids: new Map() },
};

/** What the user has said of the server. */
export interface Target {
  readonly baseUrl: string;
  /** The plan of the key, where it is known. */
  readonly plan: string | undefined;
  readonly limitPlan: string | undefined;
  /** Whether no other client uses the key meanwhile. */
  readonly exclusive: boolean;
  /** What no reply may show. */
  readonly credentials?: readonly string[];
}
