import { type Operation, own, successOf } from '../../openapi/contract';
import { asksForTag, hasTag } from '../exchange/conditions';
import type { Request } from '../exchange/exchange';
import { toRequest } from '../requests/request';
import type { CaseContext } from './check';

/** The request with the tag of what it changes, as a read shows it, where its operation asks for one and the request has none. */
export async function withTag(context: CaseContext, request: Request): Promise<Request> {
  const { operation, headers, path, isUnconditional = false } = request;
  if (!asksForTag(operation) || isUnconditional || own(headers, 'if-match') !== undefined) return request;
  const read = taggedRead(context.contract.operations, operation);
  if (read === undefined) return request;
  const { response } = await context.send(toRequest(read, { path }));
  const tag = response?.headers.get('etag');
  return tag === undefined ? request : { ...request, headers: { ...headers, 'if-match': tag } };
}

/**
 * The read of what an operation changes: at its own path or, of what is done to a record or an item of it, at the record's; one that has a
 * tag goes first.
 */
export function taggedRead(operations: readonly Operation[], { path }: Operation): Operation | undefined {
  const above = path.slice(0, path.lastIndexOf('/'));
  const around = above.slice(0, above.lastIndexOf('/'));
  const owners = above.endsWith('}') ? [above] : path.endsWith('}') && around.endsWith('}') ? [around] : [];
  const reads = [path, ...owners].flatMap(
    (place) => operations.find((one) => one.method === 'GET' && one.path === place) ?? [],
  );
  return reads.find((one) => hasTag(successOf(one)?.reply)) ?? reads[0];
}
