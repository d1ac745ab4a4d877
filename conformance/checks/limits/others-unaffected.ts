import { successOf } from '../../../openapi/contract';
import type { Check, Session, Verdict } from '../../model';
import { toRequest } from '../../request';
import { fail, PASS, unjudged } from '../../verdict';
import { aCase, afterExhaustion, applies, clause, type Exhaustion, smallest } from './exhaustion';

/** The allowance of one key is not that of another. */
export const limitsOthersUnaffected: Check = {
  id: 'limits.others-unaffected',
  title: 'Another key is not affected',
  level: 'MUST',
  applies,
  clause: (subject) => clause(subject, 'The allowance is that of a key.'),
  cases: (_, { limits }) =>
    limits === undefined ? [] : [aCase('the main key', 1, async (session) => afterExhaustion(session, judgeOther))],
};

async function judgeOther(session: Session, { refused }: Exhaustion): Promise<Verdict> {
  const { operation } = session.subject;
  const exchange = await session.send(toRequest(operation, { query: smallest(session.subject), credential: 'main' }));
  if (exchange.response === undefined) return unjudged(exchange);
  if (exchange.response.status !== 429) return PASS;
  return fail({
    expected: `the status ${successOf(operation)?.status}`,
    actual: 'the status 429',
    exchanges: [refused, exchange],
    key: 'other key',
  });
}
