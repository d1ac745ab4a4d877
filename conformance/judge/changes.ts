import type { Resource } from '../../openapi/contract';
import { evidenceOf } from '../exchange/evidence';
import { type Exchange, isRefusal, isSafe, isSuccess } from '../exchange/exchange';
import type { Known } from '../records/records';
import type { Breach } from '../verdict/verdict';

/** Remembers the requests that may have changed records, as evidence for what is seen of those later. */
export interface Changes {
  note(exchange: Exchange): void;
  /** The exchanges that show a breach, in their order. */
  evidenceFor(exchange: Exchange, breach: Breach): readonly Exchange[];
}

export function createChanges(known: Known): Changes {
  /** For each resource the last one. */
  const last = new Map<Resource, Exchange>();
  return {
    note(exchange) {
      const { resource } = known.purposeOf(exchange.request.operation) ?? {};
      // What has no reply of the server's own is no evidence.
      if (resource === undefined || isSafe(exchange.request) || !(isSuccess(exchange) || isRefusal(exchange))) return;
      last.set(resource, evidenceOf(exchange));
    },
    evidenceFor(exchange, { earlier, isDoneBetween }) {
      if (earlier === undefined) return [exchange];
      const { resource } = known.purposeOf(exchange.request.operation) ?? {};
      const change = isDoneBetween === true && resource !== undefined ? last.get(resource) : undefined;
      const isBetween = change !== undefined && change.number > earlier.number && change.number < exchange.number;
      return isBetween ? [earlier, change, exchange] : [earlier, exchange];
    },
  };
}
