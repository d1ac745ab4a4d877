import { type Problem, storeUnavailable } from '../errors/problems';
import type { RawHeaders } from '../http/headers';
import type { Answer } from '../http/reply';
import { callerAt } from './authenticate';
import { identify } from './identify';
import type { Engine } from './model';
import { peekQuota, unusedQuota } from './quota';
import { logRequest } from './record';
import { toAnswer, withCommonHeaders } from './reply';
import type { HttpRequest } from './request';

/**
 * Answers a request that could not be read. Without a readable key, it shows the quota of the address and uses none of it; it is
 * in the log alone.
 *
 * @param ownHeaders of the server that could not read it
 */
export async function answerUnreadable(
  engine: Engine,
  address: string,
  problem: Problem,
  ownHeaders: RawHeaders,
): Promise<Answer> {
  const startedAt = performance.now();
  const answer = await answerUnlogged(engine, address, problem, ownHeaders);
  engine.log.answered({
    method: 'UNREADABLE',
    target: 'request',
    status: answer.status,
    milliseconds: performance.now() - startedAt,
    keyName: undefined,
    message: problem.message,
  });
  return answer;
}

/** The same, for those who log it themselves. */
export async function answerUnlogged(
  engine: Engine,
  address: string,
  problem: Problem,
  ownHeaders: RawHeaders,
): Promise<Answer> {
  const caller = callerAt(engine, address);
  const { headers } = await peekQuota(engine.contract, caller);
  const { contract } = engine;
  return withCommonHeaders({ contract, cors: NO_PAGES }, UNREAD, caller, undefined, problem, [
    ...headers,
    ...ownHeaders,
  ]);
}

/** What is known of such a request; no page sends one. */
const UNREAD = { path: '', request: { method: '', headers: {} } };
const NO_PAGES: Engine['cors'] = { headersFor: () => [] };

/** Answers a request while the store is out of reach, and with it the caller, its quota and the journal. */
export function answerUnavailable(engine: Engine, request: HttpRequest, startedAt: number, error: Error): Answer {
  const { contract, cors } = engine;
  const call = identify(engine, request);
  const caller = callerAt(engine, request.address);
  const problem = storeUnavailable(error, call.operation);
  const { headers } = unusedQuota(contract, caller);
  const answer = toAnswer(contract, caller.source, call.operation, problem, cors.headersFor(request), headers);
  const unadmitted = { engine, call, caller, startedAt, fault: undefined };
  logRequest(unadmitted, { answer, result: problem, isKeyUnknown: true });
  return answer;
}
