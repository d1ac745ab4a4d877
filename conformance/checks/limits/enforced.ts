import type { CaseContext, Check, Exhaustion } from '../../model/check';
import { type Exchange, isSuccess, outcomeOf, type Request } from '../../model/exchange';
import { toRequest } from '../../model/request';
import { fail, inconclusive, PASS, unjudged, type Verdict } from '../../model/verdict';
import { allowanceOf } from '../../oracles/allowance';
import { type Baseline, baselineOf, flowsBack, isNewWindow, mayHaveFlowedBack } from './baseline';
import { aCase, afterExhaustion, applies, clause, smallest } from './exhaustion';
import { sendMarkedCreate } from './send-create';

/** Exactly the allowance is served, then 429. */
export const limitsEnforced: Check = {
  id: 'limits.enforced',
  title: 'Exactly the allowance is served, then 429',
  level: 'MUST',
  applies,
  clause: (subject) => clause(subject, 'A request over the limit receives 429; one within it does not.'),
  cases: ({ purpose }, { limits }) => {
    if (limits === undefined) return [];
    const list = aCase('the allowance of the limit key', limits.most, useUp);
    const create = aCase('a create over the limit', 1, async (context) => afterExhaustion(context, judgeCreate));
    return purpose?.resource.operations.create === undefined ? [list] : [list, create];
  },
};

async function useUp(context: CaseContext): Promise<Verdict> {
  const { subject, contract, options } = context;
  const most = options.limits?.most ?? 0;
  const names = contract.allowanceHeaders;
  const request = toRequest(subject.operation, { query: smallest(subject), credential: 'limit' });
  const first = await context.send(request);
  if (first.response === undefined) return unjudged(first);
  const { remaining } = allowanceOf(first.response, names);
  if (first.response.status === 429) return inconclusive('the allowance of the limit key is used up already');
  if (!isSuccess(first) || remaining === undefined)
    return inconclusive('the limit key is not served, or no header says what is left');
  // As many as are left, then two that are refused.
  if (remaining + 3 > most)
    return inconclusive(`${remaining} requests are left of the allowance, and ${most} may be spent on it`);
  let base = baselineOf(first, allowanceOf(first.response, names));
  let served = 0;
  let last = first;
  for (let sent = 1; sent < most - 1; sent += 1) {
    const exchange = await context.send(request);
    if (exchange.response === undefined) return unjudged(exchange);
    const exchanges = [last, exchange];
    if (exchange.response.status === 429) {
      context.notes.exhaustion = { refused: exchange, limit: base.limit };
      if (served >= base.remaining) return staysRefused(context, request, exchange, base);
      const expected = `${base.remaining - served} more requests served, as the replies before had told`;
      return fail({ expected, actual: 'the status 429', exchanges, key: 'too early' });
    }
    if (!isSuccess(exchange)) {
      if (served < base.remaining) return inconclusive('the limit key is not served any more');
      return fail({
        expected: 'the status 429 over the limit',
        actual: outcomeOf(exchange),
        exchanges,
        key: 'another status',
      });
    }
    served += 1;
    const now = allowanceOf(exchange.response, names);
    if (isNewWindow(base, now)) {
      base = baselineOf(exchange, now);
      served = 0;
    }
    last = exchange;
    if (served > base.remaining + flowsBack(base)) {
      const expected = `the status 429 after ${base.remaining} more requests`;
      return fail({
        expected,
        actual: `${served} more requests served`,
        exchanges: [base.exchange, exchange],
        key: 'not enforced',
      });
    }
  }
  return inconclusive(`${served} requests were served, and no more may be spent`);
}

/** The request right after the first 429 is refused too. */
async function staysRefused(
  context: CaseContext,
  request: Request,
  refused: Exchange,
  { limit }: Baseline,
): Promise<Verdict> {
  const exchange = await context.send(request);
  if (exchange.response === undefined) return unjudged(exchange);
  if (exchange.response.status === 429 || mayHaveFlowedBack(refused, limit)) return PASS;
  return fail({
    expected: 'the status 429 again',
    actual: outcomeOf(exchange),
    exchanges: [refused, exchange],
    key: 'not refused again',
  });
}

/** The limit is one for all operations. */
async function judgeCreate(context: CaseContext, { refused, limit }: Exhaustion): Promise<Verdict> {
  const sent = await sendMarkedCreate(context);
  if (!('exchange' in sent)) return sent;
  const { exchange } = sent;
  if (exchange.response === undefined) return unjudged(exchange);
  if (exchange.response.status === 429) return PASS;
  if (mayHaveFlowedBack(refused, limit)) return inconclusive('the allowance may have been refilled for the create');
  return fail({
    expected: 'the status 429',
    actual: outcomeOf(exchange),
    exchanges: [refused, exchange],
    key: 'create served',
  });
}
