import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { allowanceOf } from '../../rules/oracles/allowance';
import type { Case, CaseContext, Exhaustion } from '../../steps/check';
import { fail, inconclusive, PASS, unjudged, type Verdict } from '../../verdict/verdict';
import { mayBeServed } from './baseline';

/** One case spends the allowance; the other checks judge what comes after. */
export const applies = ({ purpose, contract }: Subject): boolean =>
  purpose?.role === 'list' && contract.plans.length > 0;

export const clause = ({ operation }: Subject, sentence: string) => ({
  sentence,
  pointer: operation.replies.find(({ status }) => status === 429)?.pointer ?? '/x-plans',
});

export const aCase = (name: string, run: Case['run']): Case => ({ name, tier: 2, run });

/** Why is told by the check that does it. */
export const NOT_COUNTED = 'this run did not count the allowance of the limit key down to its end: see limits.enforced';

/** The smallest page, since nobody reads it. */
export function smallest({ purpose }: Subject): JsonRecord {
  const { pageSize } = purpose?.resource ?? {};
  return pageSize?.schema.minimum === undefined ? {} : { [pageSize.name]: pageSize.schema.minimum };
}

/** Judges what comes after the allowance was used up; inconclusive where it was not. */
export function afterExhaustion(
  context: CaseContext,
  judge: (context: CaseContext, exhaustion: Exhaustion) => Judged | Promise<Judged>,
): Judged | Promise<Judged> {
  const { exhaustion } = context.notes;
  return exhaustion === undefined ? inconclusive(NOT_COUNTED) : judge(context, exhaustion);
}

type Judged = Verdict | readonly Verdict[];

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
