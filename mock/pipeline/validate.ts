import type { Operation } from '../../openapi/contract';
import type { Input } from '../actions/model';
import { bodyTypeOf, readBody } from './body';
import type { Call } from './model';
import { readParameters } from './parameters';
import { BODY_LIMIT, receive } from './receive';

/**
 * What the request says, held against the contract.
 *
 * @param bodyLimit bytes of a body that are read at most
 * @param contentType what the body counts as
 * @throws Problem for the first thing that does not fit
 */
export async function validate(
  operation: Operation,
  call: Call,
  bodyLimit = BODY_LIMIT,
  contentType = call.request.headers['content-type'],
): Promise<Input> {
  const { path, query } = readParameters(operation, call);
  const type = bodyTypeOf(operation, call, bodyLimit, contentType);
  if (type === undefined) return { path, query, body: undefined, bodyType: undefined };
  const body = readBody(operation, type, await receive(call, bodyLimit));
  return { path, query, body, bodyType: body === undefined ? undefined : type.media };
}
