import { type Resource, successOf } from '../../openapi/contract';
import type { CaseContext } from '../model/check';
import type { Exchange } from '../model/exchange';
import { type JsonRecord, maximumOf, recordsOf } from '../model/records';
import { toRequest } from '../model/request';
import { longestPage } from './request-list';

/** Asks for a list of a resource, as long as its page size allows. */
export async function requestWholeList(
  context: CaseContext,
  resource: Resource,
  query: JsonRecord = {},
): Promise<{ exchange: Exchange; records: readonly JsonRecord[] | undefined; isWhole: boolean } | undefined> {
  const { list } = resource.operations;
  if (list === undefined) return undefined;
  const exchange = await context.send(toRequest(list, { query: { ...longestPage(resource), ...query } }));
  const records = exchange.response?.status === successOf(list)?.status ? recordsOf(exchange, resource) : undefined;
  // A page that is not full holds everything there is. Without a page size nobody knows.
  const isWhole = records !== undefined && records.length < (maximumOf(resource) ?? 0);
  return { exchange, records, isWhole };
}
