import { storeUnavailable } from '../errors/problems';
import type { Answer } from '../http/reply';
import { callerAt } from './authenticate';
import { identify } from './identify';
import { logRequest } from './listeners';
import { peekUnused } from './meter';
import type { Engine } from './model';
import type { HttpRequest } from './request';
import { toAnswer } from './to-answer';

/**
 * The answer to a request while what the mock remembers is out of reach: neither the caller nor its allowance is known. The
 * log has it; the journal is out of reach, too.
 */
export function answerUnavailable(engine: Engine, request: HttpRequest, startedAt: number, error: Error): Answer {
  const { contract, cors } = engine;
  const call = identify(engine, request);
  const caller = callerAt(engine, request.address);
  const problem = storeUnavailable(error, call.operation);
  const { headers } = peekUnused(contract, caller);
  const answer = toAnswer(contract, caller.source, call.operation, problem, cors.headersFor(request), headers);
  const unadmitted = { engine, call, caller, startedAt, fault: undefined };
  logRequest(unadmitted, { answer, result: problem, isKeyUnknown: true });
  return answer;
}
