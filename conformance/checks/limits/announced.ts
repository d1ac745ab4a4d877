import { type Exchange, isSuccess, outcomeOf, type Response } from '../../exchange/exchange';
import { toRequest } from '../../requests/request';
import { allowanceOf, longestWindow, retryTime, serverTime, TOLERANCE_S } from '../../rules/oracles/allowance';
import type { CaseContext, Check, Exhaustion } from '../../steps/check';
import { fail, inconclusive, PASS, skip, unjudged, type Verdict } from '../../verdict/verdict';
import { aCase, afterExhaustion, applies, clause, smallest } from './exhaustion';

/** Retry-After and the reset header name the same time. */
export const limitsRetryAfterAgrees: Check = {
  id: 'limits.retry-after-agrees',
  title: 'Retry-After agrees with the reset header',
  level: 'MUST',
  applies,
  clause: (subject) =>
    clause(
      subject,
      'Retry-After gives the time after which to try again; the reset header, the time at which the limit resets.',
    ),
  cases: (_, { limits }) =>
    limits === undefined ? [] : [aCase('the first 429', async (context) => afterExhaustion(context, judgeAgreement))],
};

function judgeAgreement({ contract }: CaseContext, exhaustion: Exhaustion): Verdict {
  const { refused, last, first } = exhaustion;
  const { response } = refused;
  if (response === undefined) return unjudged(refused);
  const { reset, limit, remaining } = allowanceOf(response, contract.allowanceHeaders);
  const text = response.headers.get('retry-after') ?? '';
  if (reset === undefined || text === '') return skip('there is no Retry-After, or no reset to compare it with');
  const [retry, now] = [retryTime(response), serverTime(response)];
  if (retry === undefined) return skip("without the server's Date they can't be compared");
  const slack = TOLERANCE_S + refused.milliseconds / 1000;
  if (Math.abs(retry - reset) <= slack) return PASS;
  if (remaining !== undefined && remaining > 0)
    return skip('the headers tell of another window than the one that has refused');
  const resetOf = (exchange: Exchange): number | undefined =>
    exchange.response === undefined ? undefined : allowanceOf(exchange.response, contract.allowanceHeaders).reset;
  const [began, before] = [resetOf(first), resetOf(last)];
  if (retry < reset && began !== undefined && before !== undefined && before > began + 1)
    return skip('the allowance comes back bit by bit: some of it may be there before all of it is');
  const seconds = windowOf(contract, limit);
  const isPossible = (time: number): boolean =>
    now === undefined || (time >= now - slack && (seconds === undefined || time <= now + seconds + slack));
  const isResetWrong =
    isPossible(reset) === isPossible(retry)
      ? before !== undefined && Math.abs(before - retry) <= slack
      : isPossible(retry);
  const away = (time: number): string => (now === undefined ? '' : `, ${awayFrom(now, time)} the server's Date`);
  const name = contract.allowanceHeaders.reset;
  return fail(
    isResetWrong
      ? {
          expected: `${name}: ${Math.round(retry)}${away(retry)}, as Retry-After: ${text} has it`,
          actual: `${name}: ${reset}${away(reset)}`,
          exchanges: [refused],
          key: 'reset',
        }
      : {
          expected: `a Retry-After of the time that ${name} names${away(reset)}`,
          actual: `Retry-After: ${text}${away(retry)}`,
          exchanges: [refused],
          key: 'retry-after',
        },
  );
}

function awayFrom(now: number, time: number): string {
  const seconds = Math.round(time - now);
  return seconds < 0 ? `${-seconds} s before` : `${seconds} s after`;
}

/** The length of the window that has this figure, in seconds; of the longest one, where several plans have it or none. */
function windowOf(contract: CaseContext['contract'], limit: number | undefined): number | undefined {
  const found = contract.plans.flatMap(({ allowances }) =>
    allowances === 'custom'
      ? []
      : allowances.filter(({ requests }) => requests === limit).map(({ seconds }) => seconds),
  );
  return found.length === 0 ? longestWindow(contract) : Math.max(...found);
}

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
