import type { Purpose } from '../../openapi/contract';
import { type Exchange, isOfOneCaller } from './exchange';
import type { Collection, Known } from './known';
import { type Listing, listingOf } from './listing';
import { type Query, queryOf } from './query';

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
