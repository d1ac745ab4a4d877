import { type Resource, successOf } from '../../openapi/contract';
import type { Case, CaseContext } from '../model/check';
import type { Exchange } from '../model/exchange';
import { isRefusal, outcomeOf } from '../model/exchange';
import type { JsonRecord } from '../model/records';
import { recordsOf } from '../model/records';
import { toRequest } from '../model/request';
import { see } from '../model/see';
import type { Subject } from '../model/subject';
import type { Verdict } from '../model/verdict';
import { about, fail, PASS, unjudged } from '../model/verdict';

export const isList = ({ part }: Subject): boolean => part?.role === 'list';

/** A case of one list request. */
export function listCase(
  name: string,
  tier: 1 | 2,
  judge: (context: CaseContext, resource: Resource) => Promise<Verdict>,
): Case {
  return {
    name,
    tier,
    cost: 1,
    run: async (context) => (context.subject.part === undefined ? PASS : judge(context, context.subject.part.resource)),
  };
}

/** Asks for a list just as the query says, and notes its records. */
export async function requestList(
  context: CaseContext,
  query: JsonRecord,
  resource: Resource,
): Promise<{ exchange: Exchange; records: readonly JsonRecord[] } | Verdict> {
  const exchange = await context.send(toRequest(context.subject.operation, { query }));
  const wanted = successOf(context.subject.operation)?.status;
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
  for (const record of records) see(context, resource, record, exchange);
  const isFiltered = resource.filters.some(({ parameter }) => query[parameter.name] !== undefined);
  if (!isFiltered) context.known.sawList(resource.name, records.length);
  return { exchange, records };
}
