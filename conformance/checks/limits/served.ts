import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { allowanceOf } from '../../rules/oracles/allowance';
import type { CaseContext, Exhaustion } from '../../steps/check';
import { fail, inconclusive, PASS, unjudged, type Verdict } from '../../verdict/verdict';
import { mayBeServed } from './baseline';

/** Judges a request that was sent after the first 429: it is refused, too. */
export function judgeServed(
  { contract }: CaseContext,
  { refused, limit }: Exhaustion,
  exchange: Exchange,
  key: string,
): Verdict {
  const { response } = exchange;
  if (response === undefined || refused.response === undefined) return unjudged(exchange);
  if (response.status === 429) return PASS;
  // Which of several faults is told is open: a 404 or a 403 may be about something else.
  if (!isSuccess(exchange)) return inconclusive(`${outcomeOf(exchange)} may be about something else than the limit`);
  const was = allowanceOf(refused.response, contract.allowanceHeaders);
  const now = allowanceOf(response, contract.allowanceHeaders);
  if (mayBeServed(refused, limit, was, now, response))
    return inconclusive('some of the allowance may have come back meanwhile');
  return fail({ expected: 'the status 429', actual: outcomeOf(exchange), exchanges: [refused, exchange], key });
}
