import type { Operation } from '../../openapi/contract';
import { takeTime as takeTimeOf } from '../choices/latency';
import type { Given } from '../choices/model';
import { retold } from '../choices/retold';
import { Problem } from '../errors/problems';
import type { RawHeaders } from '../http/headers';
import type { Answer, Outcome } from '../http/reply';
import { deprecationHeaders } from './deprecation';
import type { Call, Caller, Context, Engine, FaultAnswer } from './model';
import { withOwnHeaders } from './own-headers';
import { toAnswer } from './to-answer';

/**
 * An answer with the headers that every reply has, and as it was chosen where somebody has chosen something.
 *
 * @param byFault what a fault answers, if one does: its headers go before all others of their names
 */
export function withCommonHeaders(
  { contract, cors }: Pick<Engine, 'contract' | 'cors'>,
  { request, path }: Pick<Call, 'path'> & { readonly request: Pick<Call['request'], 'method' | 'headers'> },
  { source, choices }: Pick<Caller, 'source' | 'choices'>,
  operation: Operation | undefined,
  result: Outcome | Problem,
  metered: RawHeaders,
  byFault?: FaultAnswer | undefined,
): Answer {
  const allowance = byFault?.allowance ?? metered;
  const deprecation = operation === undefined ? NO_HEADERS : deprecationHeaders(contract, operation);
  const write = (said: Outcome | Problem): Answer =>
    toAnswer(contract, source, operation, said, cors.headersFor(request), allowance, deprecation);
  if (choices === undefined) return byFault === undefined ? write(result) : withOwnHeaders(write(result), byFault.own);
  const given = byFault && givenBy(byFault);
  const reply = retold({ contract, choices, request, path, operation, source, given }, result, write);
  return byFault === undefined ? reply : withOwnHeaders(reply, byFault.own);
}

/** Waits as a slow server would, where somebody has chosen that. */
export function takeTime({ engine: { readiness }, call, caller: { choices } }: Context): Promise<void> | undefined {
  const { request, deadline } = call;
  if (choices?.of('latency') !== 'slow' || request.isAbandoned || !readiness.isReady) return undefined;
  return deadline.excluded(takeTimeOf(choices, [(left) => request.onAbandoned(left), readiness.onEnd]));
}

const NO_HEADERS: RawHeaders = [];

const givenBy = ({ result, own }: FaultAnswer): Given => ({
  hasBody: !(result instanceof Problem),
  headers: new Set(Object.keys(own).map((name) => name.toLowerCase())),
});
