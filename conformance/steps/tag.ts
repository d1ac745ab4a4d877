import { own } from '../../openapi/contract';
import { asksForTag } from '../exchange/conditions';
import type { Request } from '../exchange/exchange';
import { toRequest } from '../requests/request';
import type { CaseContext } from './check';

/** The request with the tag of what it changes, as a read shows it, where its operation asks for one and the request has none. */
export async function withTag(context: CaseContext, request: Request): Promise<Request> {
  const { operation, headers, path, isUnconditional = false } = request;
  if (!asksForTag(operation) || isUnconditional || own(headers, 'if-match') !== undefined) return request;
  const read = context.contract.operations.find((one) => one.method === 'GET' && one.path === operation.path);
  if (read === undefined) return request;
  const { response } = await context.send(toRequest(read, { path }));
  const tag = response?.headers.get('etag');
  return tag === undefined ? request : { ...request, headers: { ...headers, 'if-match': tag } };
}
