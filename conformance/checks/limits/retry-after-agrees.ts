import type { Exchange } from '../../exchange/exchange';
import { allowanceOf, longestWindow, retryTime, serverTime, TOLERANCE_S } from '../../rules/oracles/allowance';
import type { CaseContext, Check, Exhaustion } from '../../steps/check';
import { fail, PASS, skip, unjudged, type Verdict } from '../../verdict/verdict';
import { aCase, afterExhaustion, applies, clause } from './exhaustion';

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
