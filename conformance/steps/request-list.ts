import { type Resource, successOf } from '../../openapi/contract';
import type { Case, CaseContext } from '../model/check';
import { type Exchange, outcomeOf } from '../model/exchange';
import { type JsonRecord, maximumOf, recordsOf } from '../model/records';
import { toRequest } from '../model/request';
import type { Subject } from '../model/subject';
import { inconclusive, type Verdict } from '../model/verdict';

/** The records that a list has shown. */
export interface Listed {
  readonly exchange: Exchange;
  readonly records: readonly JsonRecord[];
}

export const isList = ({ part }: Subject): boolean => part?.role === 'list';

/** A case of one list request, which the relations judge. */
export function listCase(
  name: string,
  tier: 1 | 2,
  ask: (context: CaseContext, resource: Resource) => { readonly query: JsonRecord } | Verdict,
): Case {
  return {
    name,
    tier,
    cost: 1,
    run: async (context) => {
      const { resource } = context.subject.part ?? {};
      if (resource === undefined) return [];
      const asked = ask(context, resource);
      if (!('query' in asked)) return asked;
      const listed = await requestList(context, asked.query, resource);
      return 'records' in listed ? [] : listed;
    },
  };
}

/** Asks for a list just as the query says; why there is none where that fails. */
export async function requestList(
  context: CaseContext,
  query: JsonRecord,
  resource: Resource,
): Promise<Listed | Verdict> {
  const { list } = resource.operations;
  if (list === undefined) return inconclusive('there is no list');
  const exchange = await context.send(toRequest(list, { query }));
  const records = exchange.response?.status === successOf(list)?.status ? recordsOf(exchange, resource) : undefined;
  return records === undefined ? inconclusive(`there is no list: ${outcomeOf(exchange)}`) : { exchange, records };
}

/** A query that asks for the longest page. */
export function longestPage(resource: Resource): JsonRecord {
  const size = maximumOf(resource);
  return resource.pageSize === undefined || size === undefined ? {} : { [resource.pageSize.name]: size };
}
