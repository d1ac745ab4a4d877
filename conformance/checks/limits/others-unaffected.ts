import { successOf } from '../../../openapi/contract';
import type { CaseContext, Check, Exhaustion } from '../../model/check';
import { toRequest } from '../../model/request';
import { fail, inconclusive, PASS, unjudged, type Verdict } from '../../model/verdict';
import { allowanceOf, isMuch } from '../../oracles/allowance';
import { aCase, afterExhaustion, applies, clause, smallest } from './exhaustion';

/** The allowance of one key is not that of another. */
export const limitsOthersUnaffected: Check = {
  id: 'limits.others-unaffected',
  title: 'Another key is not affected',
  level: 'MUST',
  applies,
  clause: (subject) => clause(subject, 'The allowance is that of a key.'),
  cases: (_, { limits }) =>
    limits === undefined ? [] : [aCase('the main key', 1, async (context) => afterExhaustion(context, judgeOther))],
};

async function judgeOther(context: CaseContext, { refused, other }: Exhaustion): Promise<Verdict> {
  const { subject, contract } = context;
  const request = toRequest(subject.operation, { query: smallest(subject), credential: 'main' });
  const exchange = await context.sendOnce(request);
  if (exchange.response === undefined || other.response === undefined) return unjudged(exchange);
  if (exchange.response.status >= 500) return unjudged(exchange);
  if (exchange.response.status !== 429) return PASS;
  const before = allowanceOf(other.response, contract.allowanceHeaders);
  // Of what was sent since, some may have been charged to this key.
  const left = (before.remaining ?? 0) - (exchange.number - other.number);
  if (!isMuch(left, before)) return inconclusive('the main key may have used up its own allowance');
  return fail({
    expected: `the status ${successOf(subject.operation)?.status}`,
    actual: 'the status 429',
    exchanges: [other, refused, exchange],
    key: 'other key',
  });
}
