import type { Operation } from '../../openapi/contract';
import { BODY_LIMIT } from '../server/bytes';
import type { Awaitable } from '../world/stores/awaitable';
import { bodyTypeOf, readBody } from './body';
import type { Call, Input } from './model';
import { readParameters } from './parameters';
import { receive } from './receive';

/**
 * Step 4: what the request says, held against the contract.
 *
 * @param bodyLimit bytes of a body that are read at most
 * @throws Problem for the first thing that does not fit
 */
export function validate(operation: Operation, call: Call, bodyLimit = BODY_LIMIT): Awaitable<Input> {
  const { path, query } = readParameters(operation, call);
  const type = bodyTypeOf(operation, call, bodyLimit);
  if (type === undefined) return { path, query, body: undefined, bodyType: undefined };
  return receive(call, bodyLimit).then((bytes) => {
    const body = readBody(operation, type, bytes);
    return { path, query, body, bodyType: body === undefined ? undefined : type.media };
  });
}
