import { successOf } from '../../../openapi/contract';
import { toRequest } from '../../requests/request';
import { allowanceOf, isMuch, isSameWindow } from '../../rules/oracles/allowance';
import type { CaseContext, Check, Exhaustion } from '../../steps/check';
import { fail, inconclusive, PASS, unjudged, type Verdict } from '../../verdict/verdict';
import { aCase, applies, clause, NOT_COUNTED, smallest } from './exhaustion';

/** The allowance of one key is not that of another. */
export const limitsOthersUnaffected: Check = {
  id: 'limits.others-unaffected',
  title: 'Another key is not affected',
  level: 'MUST',
  applies,
  clause: (subject) => clause(subject, 'The allowance is that of a key.'),
  cases: (_, { limits }) => (limits === undefined ? [] : [aCase('the main key', judge)]),
};

/** How many requests of the limit key are sent between two of the main key. */
const BETWEEN = 3;
const RENEWED = 'the main key was renewed meanwhile, and another one has an allowance of its own';

const judge = async (context: CaseContext): Promise<Verdict> =>
  context.notes.exhaustion === undefined ? judgeCharge(context) : judgeOther(context, context.notes.exhaustion);

/** Where the limit key has too much to use it up: its requests are not charged to a main key that nobody else uses. */
async function judgeCharge({ subject, contract, target, send }: CaseContext): Promise<Verdict> {
  if (!target.exclusive) return inconclusive(NOT_COUNTED);
  const request = toRequest(subject.operation, { query: smallest(subject), credential: 'main' });
  const before = await send(request);
  for (let sent = 0; sent < BETWEEN; sent += 1) await send({ ...request, credential: 'limit' });
  const after = await send(request);
  if (before.response === undefined || after.response === undefined) return unjudged(after);
  const [was, now] = [before, after].map(
    ({ response }) => response && allowanceOf(response, contract.allowanceHeaders),
  );
  if (before.keyNumber !== after.keyNumber) return inconclusive(RENEWED);
  if (was?.remaining === undefined || now?.remaining === undefined || !isSameWindow(was, now))
    return inconclusive('the headers of the main key do not tell what was charged to it');
  if (was.remaining - now.remaining <= BETWEEN) return PASS;
  return fail({
    expected: `${was.remaining - 1} left to the main key, after ${BETWEEN} requests of another`,
    actual: `${now.remaining} left, after ${was.remaining}`,
    exchanges: [before, after],
    key: 'charged',
  });
}

async function judgeOther(context: CaseContext, { refused, other }: Exhaustion): Promise<Verdict> {
  const { subject, contract } = context;
  const request = toRequest(subject.operation, { query: smallest(subject), credential: 'main' });
  const exchange = await context.sendOnce(request);
  if (exchange.response === undefined || other.response === undefined) return unjudged(exchange);
  if (exchange.response.status >= 500) return unjudged(exchange);
  if (exchange.response.status !== 429) return PASS;
  if (exchange.keyNumber !== other.keyNumber) return inconclusive(RENEWED);
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
