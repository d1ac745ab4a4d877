import type { Check, Session, Subject, Verdict } from '../model';
import { toRequest } from '../request';
import { idOf, someRecord } from '../subject';
import { fail, isSuccess, outcomeOf, PASS, skip, unjudged } from '../verdict';

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

async function judgeDeprecated(session: Session): Promise<Verdict> {
  const { subject } = session;
  const { operation, part } = subject;
  const record = part === undefined ? undefined : await someRecord(session, part.resource);
  if (part?.resource.idParameter === undefined || record === undefined) return skip('there is no record to read');
  const exchange = await session.send(
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
