import type { Contract, Operation } from '../../openapi/contract';
import { LIBRARY } from '../../tools/selftest/library/ground';
import { ANIMALS } from '../../tools/selftest/server/animals';
import { contractOf } from '../../tools/selftest/server/subject';

/** The shipped contract, read once for all tests of a worker. */
export const shippedContract = (): Promise<Contract> => contractOf(ANIMALS);

/** That of the library, likewise. */
export const libraryContract = (): Promise<Contract> => contractOf(LIBRARY);

export function operationOf({ operations }: Contract, id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The contract has no operation ${id}.`);
  return found;
}
