import { successOf } from '../../../openapi/contract';
import { type Exchange, isRefusal, outcomeOf } from '../../model/exchange';
import { fail, PASS, unjudged, type Verdict, warn } from '../../model/verdict';

/** Success is due to a value that the server has shown itself; of another it may know better, and say so with a 4xx. */
export function judgeAccepted(exchange: Exchange, isKnown: boolean): Verdict {
  if (exchange.response === undefined) return unjudged(exchange);
  const wanted = successOf(exchange.request.operation)?.status;
  if (exchange.response.status === wanted) return PASS;
  const observation = {
    expected: `the status ${wanted}`,
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: outcomeOf(exchange),
  };
  // A status of 5xx, or one that is not documented, is an oracle's finding.
  if (!isRefusal(exchange)) return fail(observation);
  return isKnown ? fail(observation) : warn(observation);
}
