import { type Resource, successOf } from '../../openapi/contract';
import type { CaseContext } from '../model/check';
import type { Exchange } from '../model/exchange';
import { type JsonRecord, maximumOf, recordsOf } from '../model/records';
import { toRequest } from '../model/request';
import { see } from '../model/see';

/** A list of a resource, as long as its page size allows. */
export async function requestWholeList(
  context: CaseContext,
  resource: Resource,
  query: Readonly<Record<string, unknown>> = {},
): Promise<{ exchange: Exchange; records: readonly JsonRecord[] | undefined; isWhole: boolean } | undefined> {
  const { list } = resource.operations;
  if (list === undefined) return undefined;
  const size = maximumOf(resource);
  const paged =
    resource.pageSize === undefined || size === undefined ? query : { [resource.pageSize.name]: size, ...query };
  const exchange = await context.send(toRequest(list, { query: paged }));
  const records = exchange.response?.status === successOf(list)?.status ? recordsOf(exchange, resource) : undefined;
  for (const record of records ?? []) see(context, resource, record, exchange);
  if (Object.keys(query).length === 0) context.known.sawList(resource.name, records?.length ?? 0);
  // A page that is not full holds everything there is. Without a page size nobody knows.
  const isWhole = records !== undefined && size !== undefined && records.length < size;
  return { exchange, records, isWhole };
}
