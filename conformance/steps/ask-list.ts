import type { Resource } from '../../openapi/contract';
import type { Case, Exchange, JsonRecord, Session, Subject, Verdict } from '../model';
import { toRequest } from '../request';
import { recordsOf, see } from '../subject';
import { PASS, unjudged } from '../verdict';

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
  const records = exchange.response?.status === 200 ? recordsOf(exchange, resource) : undefined;
  if (records === undefined) return unjudged(exchange);
  for (const record of records) see(session, resource, record, exchange);
  const isFiltered = resource.filters.some(({ parameter }) => query[parameter.name] !== undefined);
  if (!isFiltered) session.known.sawList(resource.name, records.length);
  return { exchange, records };
}
