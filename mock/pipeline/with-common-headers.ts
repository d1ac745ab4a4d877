import type { Operation } from '../../openapi/contract';
import type { Given } from '../choices/model';
import { retold } from '../choices/retold';
import { Problem } from '../errors/problems';
import type { RawHeaders } from '../http/headers';
import type { Answer, Outcome } from '../http/reply';
import { deprecationHeaders } from './deprecation';
import type { Call, Caller, Engine, FaultAnswer } from './model';
import { toAnswer } from './to-answer';

/**
 * An answer with the headers that every reply has, and as it was chosen where somebody has chosen something.
 *
 * @param byFault what a fault answers, if one does
 */
export function withCommonHeaders(
  { contract, cors }: Pick<Engine, 'contract' | 'cors'>,
  { request, path }: Pick<Call, 'path'> & { readonly request: Pick<Call['request'], 'method' | 'headers'> },
  { source, choices }: Pick<Caller, 'source' | 'choices'>,
  operation: Operation | undefined,
  result: Outcome | Problem,
  allowance: RawHeaders,
  byFault?: FaultAnswer | undefined,
): Answer {
  const deprecation = operation === undefined ? NO_HEADERS : deprecationHeaders(contract, operation);
  const write = (said: Outcome | Problem): Answer =>
    toAnswer(contract, source, operation, said, cors.headersFor(request), allowance, deprecation);
  if (choices === undefined) return write(result);
  const given = byFault && givenBy(byFault);
  return retold({ contract, choices, request, path, operation, source, given }, result, write);
}

const NO_HEADERS: RawHeaders = [];

const givenBy = ({ result, own }: FaultAnswer): Given => ({
  hasBody: !(result instanceof Problem),
  headers: new Set(Object.keys(own).map((name) => name.toLowerCase())),
});
