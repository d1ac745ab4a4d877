import type { CaseContext, Check } from '../model/check';
import { isSuccess, outcomeOf } from '../model/exchange';
import { idOf } from '../model/records';
import { toRequest } from '../model/request';
import type { Subject } from '../model/subject';
import type { Verdict } from '../model/verdict';
import { fail, PASS, skip, unjudged } from '../model/verdict';
import { fetchSomeRecord } from '../steps/fetch-some-record';

/** A deprecated operation works until the day of its removal. */
export const deprecatedWorks: Check = {
  id: 'deprecated.works',
  title: 'A deprecated operation works until its removal',
  level: 'MUST',
  applies: ({ operation, part }: Subject) => operation.deprecated && part?.role === 'read',
  clause: ({ operation }) => ({
    sentence: 'A deprecated operation is there until the day of its removal.',
    pointer: `${operation.pointer}/x-deprecation`,
  }),
  cases: () => [{ name: 'a record that is there', tier: 1, cost: 2, run: judgeDeprecated }],
};

async function judgeDeprecated(context: CaseContext): Promise<Verdict> {
  const { subject } = context;
  const { operation, part } = subject;
  const record = part === undefined ? undefined : await fetchSomeRecord(context, part.resource);
  if (part?.resource.idParameter === undefined || record === undefined) return skip('there is no record to read');
  const exchange = await context.send(
    toRequest(operation, { path: { [part.resource.idParameter.name]: idOf(record, part.resource) } }),
  );
  if (exchange.response === undefined) return unjudged(exchange);
  const now = Date.parse(exchange.response.headers.get('date') ?? '') || exchange.startedAt;
  const removal = operation.deprecation?.removal;
  if (removal !== undefined && now >= removal * 1000) return skip('the day of its removal is over');
  if (isSuccess(exchange) || exchange.response.status >= 500) return PASS;
  return fail({
    expected: 'the status 200 until its removal',
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: 'gone',
  });
}
