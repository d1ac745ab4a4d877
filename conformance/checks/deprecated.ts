import { isSuccess, outcomeOf } from '../exchange/exchange';
import { toRequest } from '../requests/request';
import type { CaseContext, Check } from '../steps/check';
import { fetchSomeRecord } from '../steps/lists';
import { fail, PASS, skip, unjudged, type Verdict } from '../verdict/verdict';

/** A deprecated operation works until the day of its removal. */
export const deprecatedWorks: Check = {
  id: 'deprecated.works',
  title: 'A deprecated operation works until its removal',
  level: 'MUST',
  applies: ({ operation, purpose }) => operation.deprecated && purpose?.role === 'read',
  clause: ({ operation }) => ({
    sentence: 'A deprecated operation is there until the day of its removal.',
    pointer: `${operation.pointer}/x-deprecation`,
  }),
  cases: () => [{ name: 'a record that is there', tier: 1, run: judgeDeprecated }],
};

async function judgeDeprecated(context: CaseContext): Promise<Verdict> {
  const { operation, purpose } = context.subject;
  const record = purpose === undefined ? undefined : await fetchSomeRecord(context, purpose.resource);
  if (purpose?.resource.idParameter === undefined || record === undefined) return skip('there is no record to read');
  const exchange = await context.send(
    toRequest(operation, { path: { [purpose.resource.idParameter.name]: record.id } }),
  );
  if (exchange.response === undefined) return unjudged(exchange);
  if (exchange.response.status >= 500) return unjudged(exchange);
  if (isSuccess(exchange)) return PASS;
  return fail({
    expected: 'the status 200 until its removal',
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: 'gone',
    topic: { wanted: 200 },
  });
}
