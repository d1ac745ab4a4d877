import type { ContractError } from '../../openapi/contract';
import type { Refuse } from '../resources/fixtures';
import { invalidControl } from './problems';

/**
 * Reads a part of a request's body that must fit the contract completely.
 *
 * @param pointer where the part is in the body
 * @throws Problem 400 for the first value that does not fit
 */
export function readOrRefuse<T>(pointer: string, read: (refuse: Refuse) => T): T {
  return read((error: ContractError) => {
    throw invalidControl(`${pointer}${error.pointer}:`, `${error.problem} ${error.remedy}`.replace(/\.$/, ''));
  });
}
