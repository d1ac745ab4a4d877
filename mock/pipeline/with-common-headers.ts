import type { Operation } from '../../openapi/contract';
import { holdBack } from '../behaviours/latency';
import type { Given } from '../behaviours/model';
import { replyUnder } from '../behaviours/reply';
import { Problem } from '../errors/problems';
import type { RawHeaders } from '../http/headers';
import type { Answer, Outcome } from '../http/reply';
import { deprecationHeaders } from './deprecation';
import type { Call, Caller, Context, Engine, FaultAnswer } from './model';
import { withOwnHeaders } from './own-headers';
import { toAnswer } from './to-answer';

/**
 * An answer with the headers that every reply has, as the behaviours of its request have it.
 *
 * @param byFault what a fault answers, if one does: its headers go before all others of their names
 */
export function withCommonHeaders(
  { contract, cors }: Pick<Engine, 'contract' | 'cors'>,
  { request, path }: Pick<Call, 'path'> & { readonly request: Pick<Call['request'], 'method' | 'headers'> },
  { source, behaviours }: Pick<Caller, 'source' | 'behaviours'>,
  operation: Operation | undefined,
  result: Outcome | Problem,
  metered: RawHeaders,
  byFault?: FaultAnswer | undefined,
): Answer {
  const allowance = byFault?.allowance ?? metered;
  const deprecation = operation === undefined ? NO_HEADERS : deprecationHeaders(contract, operation);
  const write = (said: Outcome | Problem): Answer =>
    toAnswer(contract, source, operation, said, cors.headersFor(request), allowance, deprecation);
  const { turn, seed } = behaviours;
  const about = { contract, request, path, operation, source, given: byFault && givenBy(byFault), turn, seed };
  const reply = behaviours.changes.size === 0 ? write(result) : replyUnder(behaviours, about, result, write);
  return byFault === undefined ? reply : withOwnHeaders(reply, byFault.own);
}

/** Holds the reply back, where a behaviour does. */
export function takeTime({ engine: { readiness }, call, caller: { behaviours } }: Context): Promise<void> | undefined {
  const { request, deadline } = call;
  const latency = behaviours.latency(0, behaviours);
  if (latency === 0 || request.isAbandoned || !readiness.isReady) return undefined;
  return deadline.excluded(holdBack(latency, [(left) => request.onAbandoned(left), readiness.onEnd]));
}

const NO_HEADERS: RawHeaders = [];

const givenBy = ({ result, own }: FaultAnswer): Given => ({
  hasBody: !(result instanceof Problem),
  headers: new Set(Object.keys(own).map((name) => name.toLowerCase())),
});
