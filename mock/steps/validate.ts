import type { Operation } from '../../openapi/contract';
import type { Call, Input } from '../model';
import { BODY_LIMIT, readBody } from './body';
import { readParameters } from './parameters';

/**
 * Step 4: what the request says, held against the contract.
 *
 * @param bodyLimit bytes of a body that are read at most
 * @throws Problem for the first thing that does not fit
 */
export async function validate(operation: Operation, call: Call, bodyLimit = BODY_LIMIT): Promise<Input> {
  const { path, query } = readParameters(operation, call);
  const { value, type } = await readBody(operation, call, bodyLimit);
  return { path, query, body: value, bodyType: type };
}
