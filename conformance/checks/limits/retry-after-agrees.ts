import type { CaseContext, Check, Exhaustion } from '../../model/check';
import { fail, PASS, skip, unjudged, type Verdict } from '../../model/verdict';
import { allowanceOf, serverTime, TOLERANCE_S } from '../../oracles/allowance';
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
    limits === undefined
      ? []
      : [aCase('the first 429', 0, async (context) => afterExhaustion(context, judgeAgreement))],
};

function judgeAgreement({ contract }: CaseContext, { refused }: Exhaustion): Verdict {
  const { response } = refused;
  if (response === undefined) return unjudged(refused);
  const text = response.headers.get('retry-after') ?? '';
  const { reset } = allowanceOf(response, contract.allowanceHeaders);
  const now = serverTime(response);
  const date = Date.parse(text) / 1000;
  if (reset === undefined || text === '') return skip('there is no Retry-After, or no reset to compare it with');
  if (/^\d+$/.test(text) ? now === undefined : Number.isNaN(date))
    return skip("without the server's Date they can't be compared");
  const retryAt = /^\d+$/.test(text) ? (now ?? 0) + Number(text) : date;
  const slack = TOLERANCE_S + refused.milliseconds / 1000;
  if (Math.abs(retryAt - reset) <= slack) return PASS;
  const expected = `Retry-After until the reset, ${Math.round(reset - (now ?? reset))} s away`;
  return fail({ expected, actual: `Retry-After: ${text}`, exchanges: [refused], key: 'disagree' });
}
