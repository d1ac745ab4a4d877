import { type Contract, loadContract, type Operation, SHIPPED_DOCUMENT } from '../../openapi/contract';

let contract: Promise<Contract> | undefined;

/** The shipped contract, read once. */
export function shippedContract(): Promise<Contract> {
  contract ??= loadContract(SHIPPED_DOCUMENT);
  return contract;
}

export function operationOf({ operations }: Contract, id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The contract has no operation ${id}.`);
  return found;
}
