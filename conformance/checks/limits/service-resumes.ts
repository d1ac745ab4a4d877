import type { CaseContext, Check, Exhaustion } from '../../model/check';
import { toRequest } from '../../model/request';
import { fail, PASS, unjudged, type Verdict } from '../../model/verdict';
import { allowanceOf, serverTime } from '../../oracles/allowance';
import { aCase, afterExhaustion, applies, clause, smallest } from './exhaustion';

/** After the time that the 429 announced, the key is served again. */
export const limitsServiceResumes: Check = {
  id: 'limits.service-resumes',
  title: 'After the window the key is served again',
  level: 'MUST',
  applies,
  clause: (subject) => clause(subject, 'The limit resets at the time that the reset header tells.'),
  cases: (_, { limits }) =>
    limits?.waitForReset === true
      ? [aCase('the limit key, after the wait', 2, async (context) => afterExhaustion(context, judgeResumed))]
      : [],
};

async function judgeResumed(context: CaseContext, { refused }: Exhaustion): Promise<Verdict> {
  const { response } = refused;
  if (response === undefined) return unjudged(refused);
  const { reset } = allowanceOf(response, context.contract.allowanceHeaders);
  const text = response.headers.get('retry-after') ?? '';
  const now = serverTime(response) ?? refused.startedAt / 1000;
  const told = /^\d+$/.test(text)
    ? Number(text)
    : Number.isNaN(Date.parse(text))
      ? (reset ?? now) - now
      : Date.parse(text) / 1000 - now;
  await context.wait(refused.startedAt + (told + 1) * 1000 - Date.now());
  const request = toRequest(context.subject.operation, { query: smallest(context.subject), credential: 'limit' });
  await context.send(request);
  // The second one shows that it is a new window, and not a single request let through.
  const exchange = await context.send(request);
  if (exchange.response === undefined) return unjudged(exchange);
  if (exchange.response.status !== 429) return PASS;
  return fail({
    expected: `service ${told} s after the 429`,
    actual: 'the status 429',
    exchanges: [refused, exchange],
    key: 'still refused',
  });
}
