import type { Contract } from '../../openapi/contract';
import { type Credential, type Exchange, isOfOneCaller, isOfOperation, type Request } from '../exchange/exchange';
import { USUAL_VIEW, viewOf } from '../exchange/query';
import { isRemoved } from '../exchange/removal';
import { createKnown, createRoom, type KnownStore } from './known';
import { learn } from './learn';

/** What is known of the server's records, apart for each key and each way to show them. */
interface Views {
  /** What may be compared with the reply to a request; undefined where nothing may be. */
  of(request: Request): KnownStore | undefined;
  /** A view learns from its own requests what records are like, and from all of them what may have changed. */
  learn(exchange: Exchange): void;
  /** All views learn what an exchange may have changed, and nothing that it shows. */
  suspect(exchange: Exchange): void;
  /** Nothing is known any more. */
  forget(): void;
}

/** The most views beside the usual one, each of which looks at every exchange: what was not asked for longest is forgotten. */
const MOST_VIEWS = 64;

/** @param usual is known to requests that ask for nothing special */
export function createViews(contract: Contract, usual: KnownStore): Views {
  const views = new Map([[USUAL_VIEW, usual]]);
  const room = createRoom();

  const forgetView = (name: string): void => {
    for (const collection of views.get(name)?.collections() ?? []) collection.forget(true);
    views.delete(name);
  };

  const of = (request: Request): KnownStore | undefined => {
    const shown = viewOf(request);
    if (shown === undefined) return undefined;
    // The records of one key may be others than those of another.
    const view = `${callerOf(request.credential)}${shown}`;
    const known = views.get(view) ?? createKnown(contract, undefined, room);
    if (view === USUAL_VIEW) return known;
    // The one that was asked for last stands last.
    views.delete(view);
    views.set(view, known);
    const [, oldest] = views.keys();
    if (views.size > 1 + MOST_VIEWS && oldest !== undefined) forgetView(oldest);
    return known;
  };

  return {
    of,
    learn(exchange) {
      // The reply to HEAD shows no record, and HEAD changes none.
      if (!isOfOperation(exchange)) return;
      // Once an operation is removed, the contract does not say what its path shows.
      const { request } = exchange;
      const own = isRemoved(exchange) || !isOfOneCaller(request.credential) ? undefined : of(request);
      for (const known of views.values()) learn(known, exchange, known === own);
    },
    suspect(exchange) {
      if (isOfOperation(exchange)) for (const known of views.values()) learn(known, exchange, false);
    },
    forget() {
      for (const known of views.values()) for (const collection of known.collections()) collection.forget(true);
    },
  };
}

function callerOf(credential: Credential): string {
  if (credential === 'limit') return 'limit ';
  return typeof credential === 'object' && 'caller' in credential ? `caller ${credential.caller} ` : '';
}
