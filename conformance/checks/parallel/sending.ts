import { type Exchange, isRefusal, outcomeOf, type Request } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import type { CaseContext } from '../../steps/check';
import type { Breach } from '../../verdict/verdict';

/** A request that is sent at once with others, and what it has to get, beside what oracles and relations know of. */
export interface Sending {
  readonly request: Request;
  readonly expect: (exchange: Exchange) => Breach | undefined;
}

/** Why a server may refuse a good request that others hinder: it may be sent again (RFC 9110 §15.5, RFC 4918 §11.3, RFC 8470). */
const HINDERED: readonly number[] = [408, 409, 412, 423, 425, 429];

/** A good request is not refused, unless it would be without the others, too. */
export function served(exchange: Exchange): Breach | undefined {
  if (!isRefusal(exchange) || HINDERED.includes(exchange.response?.status ?? 0)) return undefined;
  return { expected: 'what the request gets alone', actual: outcomeOf(exchange), key: 'refused' };
}

/** The subject's resource as one of its creates sees it; undefined where nothing can be created. */
export function creating({ subject }: Pick<CaseContext, 'subject'>): Subject | undefined {
  const { purpose } = subject;
  const operation = purpose?.resource.operations.create;
  return purpose === undefined || operation === undefined
    ? undefined
    : { ...subject, operation, purpose: { ...purpose, role: 'create' } };
}
