import type { Operation } from '../../openapi/contract';
import type { Call, Input } from '../model';
import { readBody } from './body';
import { readParameters } from './parameters';

/**
 * Step 4: what the request says, held against the contract.
 *
 * @throws Problem for the first thing that does not fit
 */
export async function validate(operation: Operation, call: Call): Promise<Input> {
  const { path, query } = readParameters(operation, call);
  const { value, type } = await readBody(operation, call.request);
  return { path, query, body: value, bodyType: type };
}
