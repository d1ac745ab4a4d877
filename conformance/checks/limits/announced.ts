import { isSuccess, outcomeOf } from '../../exchange/exchange';
import { longestWindow, retrySeconds, retryTime, serverTime, TOLERANCE_S } from '../../rules/oracles/allowance';
import type { CaseContext } from '../../steps/check';
import { CannotJudge, fail, PASS, type Replied, replied, skip, type Verdict } from '../../verdict/verdict';
import { allowanceIn, exhaustionOf, limitCheck, smallestList } from './exhaustion';

/** Retry-After and the reset header name the same time. */
export const limitsRetryAfterAgrees = limitCheck({
  id: 'limits.retry-after-agrees',
  title: 'Retry-After agrees with the reset header',
  sentence:
    'Retry-After gives the time after which to try again; the reset header, the time at which the limit resets.',
  stories: () => ({ 'the first 429': async (context) => judgeAgreement(context) }),
});

function judgeAgreement(context: CaseContext): Verdict {
  const { refused, last, first } = exhaustionOf(context);
  const { contract } = context;
  const { response } = refused;
  const { reset, limit, remaining } = allowanceIn(context, refused);
  const text = response.headers.get('retry-after') ?? '';
  if (reset === undefined || text === '') return skip('there is no Retry-After, or no reset to compare it with');
  const [retry, now] = [retryTime(response), serverTime(response)];
  if (retry === undefined) return skip("without the server's Date they can't be compared");
  const slack = TOLERANCE_S + refused.milliseconds / 1000;
  if (Math.abs(retry - reset) <= slack) return PASS;
  if (remaining !== undefined && remaining > 0)
    return skip('the headers tell of another window than the one that has refused');
  const [began, before] = [allowanceIn(context, first).reset, allowanceIn(context, last).reset];
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
  return fail({
    ...(isResetWrong
      ? {
          expected: `${name}: ${Math.round(retry)}${away(retry)}, as Retry-After: ${text} has it`,
          actual: `${name}: ${reset}${away(reset)}`,
          key: 'reset',
        }
      : {
          expected: `a Retry-After of the time that ${name} names${away(reset)}`,
          actual: `Retry-After: ${text}${away(retry)}`,
          key: 'retry-after',
        }),
    exchanges: [refused],
  });
}

function awayFrom(now: number, time: number): string {
  const seconds = Math.round(time - now);
  return seconds < 0 ? `${-seconds} s before` : `${seconds} s after`;
}

/** The length of the window that has this figure, in seconds; of the longest one, where several plans have it or none. */
function windowOf(contract: CaseContext['contract'], limit: number | undefined): number | undefined {
  const found = contract.plans
    .flatMap(({ allowances }) => (allowances === 'custom' ? [] : allowances))
    .filter(({ requests }) => requests === limit);
  return found.length === 0 ? longestWindow(contract) : Math.max(...found.map(({ seconds }) => seconds));
}

/** After the time that the 429 announced, the key is served again. */
export const limitsServiceResumes = limitCheck({
  id: 'limits.service-resumes',
  title: 'After the window the key is served again',
  sentence: 'The limit resets at the time that the reset header tells.',
  stories: (_, { waitForReset }) => (waitForReset ? { 'the limit key, after the wait': judgeResumed } : {}),
});

async function judgeResumed(context: CaseContext): Promise<Verdict> {
  exhaustionOf(context);
  const request = smallestList(context, 'limit');
  // What was refused since the first 429 may have put the time off: a ban is the server's own.
  const refused = replied(await context.send(request));
  if (isSuccess(refused)) return PASS;
  if (refused.response.status !== 429) throw new CannotJudge(outcomeOf(refused));
  const seconds = secondsToWait(context, refused);
  if (seconds === undefined) throw new CannotJudge('no 429 says when to try again');
  await context.wait(refused.startedAt + (seconds + 1) * 1000 - Date.now(), 'the reset of the limit key');
  await context.send(request);
  // The second one shows that it is a new window, and not a single request let through.
  const exchange = replied(await context.send(request));
  if (exchange.response.status !== 429) return PASS;
  return fail({
    expected: `service ${seconds} s after the 429`,
    actual: 'the status 429',
    exchanges: [refused, exchange],
    key: 'still refused',
  });
}

/** How long a 429 asks to wait, in seconds by the server's own clock. */
function secondsToWait(context: CaseContext, refused: Replied): number | undefined {
  const { response } = refused;
  const seconds = retrySeconds(response, Date.now() / 1000);
  const { reset } = allowanceIn(context, refused);
  if (seconds !== undefined || reset === undefined) return seconds;
  return Math.max(0, reset - (serverTime(response) ?? Date.now() / 1000));
}
