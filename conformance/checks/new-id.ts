import { isSuccess } from '../exchange/exchange';
import { toRequest } from '../requests/request';
import { newId } from '../rules/relations/created';
import type { CaseContext, Check } from '../steps/check';
import { fetchSomeRecord } from '../steps/lists';
import { createRecord, notCreated } from '../steps/records';
import { isOwnRule, sendValid } from '../steps/send-valid';
import { inconclusive, unjudged, type Verdict } from '../verdict/verdict';

export const createdNewId: Check = {
  ...newId,
  cases: () => [{ name: 'two records', tier: 1, run: createTwo }],
};

/** The same body twice makes two records; where the server has a rule against that, two alike. */
async function createTwo(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const { subject } = context;
  const { purpose } = subject;
  if (purpose === undefined) return [];
  await fetchSomeRecord(context, purpose.resource);
  const { exchange, body } = await sendValid(context, subject);
  if (!isSuccess(exchange))
    return exchange.response === undefined ? unjudged(exchange) : inconclusive(notCreated(exchange));
  const second = await context.send(toRequest(subject.operation, { body }));
  if (!isOwnRule(second)) return second.response === undefined ? unjudged(second) : [];
  await createRecord(context);
  return [];
}
