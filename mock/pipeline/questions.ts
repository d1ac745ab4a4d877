import type { Problem } from '../errors/problems';
import { type Answer, noContent, type Outcome } from '../http/reply';
import { maskedResult } from '../observe/secrets';
import { isPreflight, preflightHeaders } from './cors';
import type { Call, Context, Ending } from './model';
import { peekQuota } from './quota';
import { logRequest } from './record';
import { withCommonHeaders } from './reply';

/**
 * The stage that answers a question about the API: a preflight, OPTIONS, or a request for a document such as the contract. It
 * needs no key, costs nothing, and is in the log alone.
 */
export function answerQuestion(context: Context): Promise<Ending> | undefined {
  const outcome = outcomeOf(context.call);
  return outcome && answerBy(context, outcome);
}

async function answerBy(context: Context, outcome: Outcome | Problem): Promise<Ending> {
  const { engine, call, caller } = context;
  const result = maskedResult(outcome, engine.secrets);
  const { headers } = await peekQuota(engine.contract, caller);
  const answer: Answer = withCommonHeaders(engine, call, caller, undefined, result, headers);
  return { sent: answer, record: () => logRequest(context, { answer, result }) };
}

/** Undefined for a request that is no question. */
function outcomeOf({ request, operation, allowed, document, refusal }: Call): Outcome | Problem | undefined {
  // A preflight looks the same whether or not the contract has OPTIONS at the path (Fetch standard, §4.8).
  if (isPreflight(request)) return noContent(preflightHeaders(request, allowed));
  if (request.method === 'OPTIONS' && operation === undefined && allowed.length > 0)
    return noContent({ Allow: allowed.join(', ') });
  return document === undefined ? undefined : (refusal ?? document);
}
