import type { Contract } from '../../openapi/contract';
import { type Exchange, isOfOperation, type Request } from '../model/exchange';
import { isRemoved } from '../model/removal';
import { USUAL_VIEW, viewOf } from '../model/view';
import { createKnown, type KnownStore } from './known';
import { learn } from './learn';

/** What is known of the server's records, apart for each key and each way to show them. */
interface Views {
  /** What may be compared with the reply to a request; undefined where nothing may be. */
  of(request: Request): KnownStore | undefined;
  /** A view learns from its own requests what records are like, and from all of them what may have changed. */
  learn(exchange: Exchange): void;
  /** All views learn what an exchange may have changed, and nothing that it shows. */
  suspect(exchange: Exchange): void;
}

/** @param usual is known to requests that ask for nothing special */
export function createViews(contract: Contract, usual: KnownStore): Views {
  const views = new Map([[USUAL_VIEW, usual]]);

  const of = (request: Request): KnownStore | undefined => {
    const shown = viewOf(request);
    if (shown === undefined) return undefined;
    // The records of one key may be others than those of another.
    const view = request.credential === 'limit' ? `limit ${shown}` : shown;
    const known = views.get(view) ?? createKnown(contract);
    views.set(view, known);
    return known;
  };

  return {
    of,
    learn(exchange) {
      // The reply to HEAD shows no record, and HEAD changes none.
      if (!isOfOperation(exchange)) return;
      // Once an operation is removed, the contract does not say what its path shows.
      const { request } = exchange;
      const isOurs = request.credential === 'main' || request.credential === 'limit';
      const own = isRemoved(exchange) || !isOurs ? undefined : of(request);
      for (const known of views.values()) learn(known, exchange, known === own);
    },
    suspect(exchange) {
      if (isOfOperation(exchange)) for (const known of views.values()) learn(known, exchange, false);
    },
  };
}
