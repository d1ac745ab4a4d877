import type { Operation } from '../../openapi/contract';
import { type Awaitable, after } from '../awaitable';
import type { Call, Input } from '../model';
import { readBody } from './body';
import { BODY_LIMIT } from './bytes';
import { readParameters } from './parameters';

/**
 * Step 4: what the request says, held against the contract.
 *
 * @param bodyLimit bytes of a body that are read at most
 * @throws Problem for the first thing that does not fit
 */
export function validate(operation: Operation, call: Call, bodyLimit = BODY_LIMIT): Awaitable<Input> {
  const { path, query } = readParameters(operation, call);
  return after(readBody(operation, call, bodyLimit), ({ value, type }) => ({
    path,
    query,
    body: value,
    bodyType: type,
  }));
}
