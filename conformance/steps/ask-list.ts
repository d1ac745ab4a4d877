import { type Resource, successOf } from '../../openapi/contract';
import type { Case, Exchange, JsonRecord, Session, Subject, Verdict } from '../model';
import { toRequest } from '../request';
import { recordsOf, see } from '../subject';
import { about, fail, isRefusal, outcomeOf, PASS, unjudged } from '../verdict';

export const isList = ({ part }: Subject): boolean => part?.role === 'list';

/** A case of one list request. */
export function listCase(
  name: string,
  tier: 1 | 2,
  judge: (session: Session, resource: Resource) => Promise<Verdict>,
): Case {
  return {
    name,
    tier,
    cost: 1,
    run: async (session) => (session.subject.part === undefined ? PASS : judge(session, session.subject.part.resource)),
  };
}

/** Asks for a list just as the query says, and notes its records. */
export async function askList(
  session: Session,
  query: JsonRecord,
  resource: Resource,
): Promise<{ exchange: Exchange; records: readonly JsonRecord[] } | Verdict> {
  const exchange = await session.send(toRequest(session.subject.operation, { query }));
  const wanted = successOf(session.subject.operation)?.status;
  const records = exchange.response?.status === wanted ? recordsOf(exchange, resource) : undefined;
  if (records === undefined) {
    if (!isRefusal(exchange)) return unjudged(exchange);
    // What is asked for here is valid, whatever there is to list.
    const observation = {
      expected: `the status ${wanted}`,
      actual: outcomeOf(exchange),
      exchanges: [exchange],
      key: outcomeOf(exchange),
    };
    return about('input.accepted', fail(observation));
  }
  for (const record of records) see(session, resource, record, exchange);
  const isFiltered = resource.filters.some(({ parameter }) => query[parameter.name] !== undefined);
  if (!isFiltered) session.known.sawList(resource.name, records.length);
  return { exchange, records };
}
