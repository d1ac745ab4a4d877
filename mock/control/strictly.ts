import type { ContractError } from '../../openapi/contract';
import type { Refuse } from '../resources/refuse';
import { invalidControl } from './problems';

/**
 * Reads something that must fit the contract as a whole.
 *
 * @param pointer where it stands in the request's body
 * @throws Problem 400 for the first place that does not fit
 */
export function strictly<T>(pointer: string, read: (refuse: Refuse) => T): T {
  return read((error: ContractError) => {
    throw invalidControl(`${pointer}${error.pointer}:`, `${error.problem} ${error.remedy}`.replace(/\.$/, ''));
  });
}
