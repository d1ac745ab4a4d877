import type { Contract, Purpose } from '../../openapi/contract';
import { type Exchange, isOfOneCaller } from '../exchange/exchange';
import { type Query, queryOf } from '../exchange/query';
import type { Subject } from '../exchange/subject';
import type { Collection, Known } from '../records/known';
import { type Listing, listingOf } from '../records/listing';
import type { Clause } from '../verdict/clause';
import type { Breach, Rule } from '../verdict/rule';

/** An oracle looks at every exchange, whoever sent it. */
export interface Oracle extends Rule {
  readonly clause: (exchange: Exchange, contract: Contract) => Clause;
  /** Undefined where the oracle does not apply to the exchange; else what it finds. */
  readonly judge: (exchange: Exchange, before: History) => readonly OracleBreach[] | undefined;
}

/** A breach, and its place in the document where that is another than the clause's. */
export interface OracleBreach extends Breach {
  readonly pointer?: string;
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
}

/**
 * A relation compares what an exchange shows of records with what was asked for, and with what earlier exchanges have
 * shown. It looks at every exchange of a resource's operations, whoever sent it; a check of the same id sends the
 * requests that nobody else would send.
 */
export interface Relation extends Rule {
  /** The operation that a finding is reported for: that of the exchange, or the resource's list, create or delete. */
  readonly reportedFor: 'exchanged' | 'list' | 'create' | 'delete';
  readonly applies: (subject: Subject) => boolean;
  readonly clause: (subject: Subject) => Clause;
  /** Undefined where the relation does not apply to the exchange; else what it finds. */
  readonly judge: (shown: Shown) => readonly Breach[] | undefined;
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
}

export function shownBy(exchange: Exchange, purpose: Purpose, known: Known): Shown {
  const { request } = exchange;
  const query = queryOf(request);
  return {
    exchange,
    purpose,
    query,
    listing: purpose.role === 'list' ? listingOf(exchange, purpose.resource, query) : undefined,
    before: isOfOneCaller(request.credential) ? known.collection(purpose.resource, request.path) : NOTHING,
  };
}

const NOTHING: Collection = { records: new Map(), longest: 0, there: new Set(), unchanged: new Set(), gone: new Map() };

/** What the user has said of the server. */
export interface Target {
  readonly baseUrl: string;
  /** The plan of the key, where it is known. */
  readonly plan: string | undefined;
  readonly limitPlan: string | undefined;
  /** Whether nobody else uses the key meanwhile. */
  readonly exclusive: boolean;
}
