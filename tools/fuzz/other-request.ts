import type { Contract } from '../../openapi/contract';
import { carriedBy, requirementFor } from './subject';
import { encode } from './wire/encode';

/** A request that is always answered with success: the list of a collection, else the health of the mock. */
export function otherRequest(
  contract: Contract,
  control: Contract,
  key: string,
): { readonly method: string; readonly target: string; readonly bytes: string } {
  const list = contract.resources.flatMap(({ operations, collectionPath }) =>
    operations.list === undefined || collectionPath.includes('{') ? [] : [operations.list],
  );
  const operation = list.find(({ parameters }) => parameters.every(({ required }) => !required));
  const { headers, query } = carriedBy(operation === undefined ? [] : requirementFor(contract, operation), key);
  const path = operation === undefined ? `${control.prefix}/health` : contract.prefix + operation.path;
  const target = query === '' ? path : `${path}?${query}`;
  return {
    method: 'GET',
    target,
    bytes: encode({ method: 'GET', target, headers, body: undefined }).toString('latin1'),
  };
}
