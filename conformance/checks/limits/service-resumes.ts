import { isSuccess, outcomeOf, type Response } from '../../exchange/exchange';
import { toRequest } from '../../requests/request';
import { allowanceOf, retryTime, serverTime } from '../../rules/oracles/allowance';
import type { CaseContext, Check } from '../../steps/check';
import { fail, inconclusive, PASS, unjudged, type Verdict } from '../../verdict/verdict';
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
      ? [aCase('the limit key, after the wait', async (context) => afterExhaustion(context, judgeResumed))]
      : [],
};

async function judgeResumed(context: CaseContext): Promise<Verdict> {
  const request = toRequest(context.subject.operation, { query: smallest(context.subject), credential: 'limit' });
  // What was refused since the first 429 may have put the time off: a ban is the server's own.
  const refused = await context.send(request);
  if (refused.response === undefined) return unjudged(refused);
  if (refused.response.status !== 429) return isSuccess(refused) ? PASS : inconclusive(outcomeOf(refused));
  const told = secondsTold(context, refused.response);
  if (told === undefined) return inconclusive('no 429 says when to try again');
  await context.wait(refused.startedAt + (told + 1) * 1000 - Date.now());
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

/** How long a 429 asks to wait, in seconds by the server's own clock. */
function secondsTold({ contract }: CaseContext, response: Response): number | undefined {
  const now = serverTime(response) ?? Date.now() / 1000;
  const text = response.headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const at = retryTime(response) ?? allowanceOf(response, contract.allowanceHeaders).reset;
  return at === undefined ? undefined : Math.max(0, at - now);
}
