import type { Problem } from '../errors/problems';
import type { RawHeaders } from '../http/headers';
import type { Answer } from '../http/reply';
import { callerAt } from './authenticate';
import { meter, peek } from './meter';
import type { Engine } from './model';
import { withCommonHeaders } from './with-common-headers';

/**
 * The answer to a request that could not be read completely. It has no readable key, so it shows the allowance of the
 * address without using any of it; the log has it, the journal does not.
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
  const { headers } = meter(engine.contract, caller, await peek(caller));
  const { contract } = engine;
  return withCommonHeaders({ contract, cors: NO_PAGES }, UNREAD, caller, undefined, problem, [
    ...headers,
    ...ownHeaders,
  ]);
}

/** What is known of such a request; no page sends one. */
const UNREAD = { path: '', request: { method: '', headers: {} } };
const NO_PAGES: Engine['cors'] = { headersFor: () => [] };
