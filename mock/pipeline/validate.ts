import type { Operation } from '../../openapi/contract';
import type { Input } from '../actions/model';
import type { Behaviours } from '../behaviours/model';
import { uploadsOf } from '../http/multipart';
import type { Awaitable } from '../world/stores/awaitable';
import { type BodyType, bodyTypeOf, readBody } from './body';
import type { Call } from './model';
import { readParameters } from './parameters';
import { BODY_LIMIT, receive } from './receive';

/**
 * Reads parameters and body, and validates them against the contract.
 *
 * @param bodyLimit the most bytes of a body that are read
 * @param contentType the media type that the body is read as
 * @throws Problem for the first violation
 */
export function validate(
  operation: Operation,
  call: Call,
  bodyLimit = BODY_LIMIT,
  contentType = call.request.headers['content-type'],
  behaviours?: Behaviours,
): Awaitable<Input> {
  const { path, query } = readParameters(operation, call, behaviours);
  const type = bodyTypeOf(operation, call, bodyLimit, contentType);
  const { accept } = call.request.headers;
  return type === undefined
    ? { path, query, body: undefined, bodyType: undefined, accept }
    : withBody(operation, call, { path, query, accept }, type, bodyLimit);
}

async function withBody(
  operation: Operation,
  call: Call,
  { path, query, accept }: Pick<Input, 'path' | 'query' | 'accept'>,
  type: BodyType,
  limit: number,
): Promise<Input> {
  const bytes = await receive(call, limit);
  const body = readBody(operation, type, bytes);
  const uploads = body === undefined ? undefined : uploadsOf(type.sent, bytes);
  return { path, query, body, bodyType: body === undefined ? undefined : type.media, accept, uploads };
}
