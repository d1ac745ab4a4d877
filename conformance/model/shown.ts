import type { Part } from '../../openapi/contract';
import type { Exchange } from './exchange';
import type { Collection, Known } from './known';
import { type Listing, listingOf } from './listing';
import { type Query, queryOf } from './query';

/** An exchange of one of a resource's operations, and what was known before it. */
export interface Shown {
  readonly exchange: Exchange;
  readonly part: Part;
  readonly query: Query;
  /** What a list shows; undefined where the exchange is no successful list. */
  readonly listing: Listing | undefined;
  /** The records among which it took place. Other keys than the main one may see others, of which nothing is known. */
  readonly before: Collection;
}

export function shownBy(exchange: Exchange, part: Part, known: Known): Shown {
  const { request } = exchange;
  const query = queryOf(request);
  return {
    exchange,
    part,
    query,
    listing: part.role === 'list' ? listingOf(exchange, part.resource, query) : undefined,
    before: request.credential === 'main' ? known.collection(part.resource, request.path) : NOTHING,
  };
}

const NOTHING: Collection = { records: new Map(), longest: 0, hosts: new Set() };
