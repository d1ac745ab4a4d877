import { successOf } from '../../../openapi/contract';
import type { CaseContext, Check, Exhaustion } from '../../model/check';
import { toRequest } from '../../model/request';
import { fail, PASS, unjudged, type Verdict } from '../../model/verdict';
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

async function judgeOther(context: CaseContext, { refused }: Exhaustion): Promise<Verdict> {
  const { operation } = context.subject;
  const exchange = await context.send(toRequest(operation, { query: smallest(context.subject), credential: 'main' }));
  if (exchange.response === undefined) return unjudged(exchange);
  if (exchange.response.status !== 429) return PASS;
  return fail({
    expected: `the status ${successOf(operation)?.status}`,
    actual: 'the status 429',
    exchanges: [refused, exchange],
    key: 'other key',
  });
}
