import { successOf } from '../../../openapi/contract';
import { type Exchange, isRefusal, outcomeOf } from '../../model/exchange';
import { fail, PASS, unjudged, type Verdict, warn } from '../../model/verdict';

/** A server has to accept values that it has shown itself; others it may have reasons to refuse with a 4xx. */
export function judgeAccepted(exchange: Exchange, isKnown: boolean): Verdict {
  if (exchange.response === undefined) return unjudged(exchange);
  const wanted = successOf(exchange.request.operation)?.status;
  if (exchange.response.status === wanted) return PASS;
  const observation = {
    expected: `the status ${wanted}`,
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: outcomeOf(exchange),
    topic: wanted === undefined ? {} : { wanted },
  };
  if (!isRefusal(exchange)) return fail(observation);
  return isKnown ? fail(observation) : warn(observation);
}
