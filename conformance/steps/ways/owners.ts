/** Whose records an operation is about: one that it does something to, or makes others for. */
import type { Contract, Operation, Resource } from '../../../openapi/contract';
import type { Subject } from '../../exchange/subject';
import { isWrite } from '../../records/deeds';
import { sumOf } from '../../records/related/sums';
import { statesOf } from '../../records/states/states';
import { referencesIn } from '../../requests/bodies/references';
import type { CaseContext } from '../check';

/** The resource to one of whose records an operation does something: at a path right below the record's own. */
export function actedOn(
  { contract, known }: Pick<CaseContext, 'contract' | 'known'>,
  operation: Operation,
): Resource | undefined {
  return known.purposeOf(operation) === undefined ? ownerOf(contract, operation) : undefined;
}

/** The same by its path alone. */
export function ownerOf(contract: Contract, operation: Operation): Resource | undefined {
  const { method, path } = operation;
  const above = path.slice(0, path.search(/\/[^/{}]+$/));
  const owner = isWrite(operation) && method !== 'DELETE' ? ownAt(contract, above) : undefined;
  return owner?.collectionPath === path ? undefined : owner;
}

/** The resource right below whose records an operation makes others. */
export const hostOf = (contract: Contract, { path, method }: Operation): Resource | undefined =>
  method === 'POST' ? ownAt(contract, path.slice(0, path.lastIndexOf('/'))) : undefined;

/** The resource of the records at a path, where a run makes such and reads them. */
export const ownAt = ({ resources }: Contract, path: string): Resource | undefined =>
  resources.find(
    ({ itemPath, isSure, idProperty, operations: { create, read } }) =>
      isSure && itemPath === path && idProperty !== undefined && create !== undefined && read !== undefined,
  );

/** The resource of whose records an operation makes parts that add up: right below one, else such that name one in their body. */
export const wholeOf = (
  { contract, known }: Pick<CaseContext, 'contract' | 'known'>,
  operation: Operation,
): Whole | undefined => wholeFor({ contract, operation, purpose: known.purposeOf(operation) });

interface Whole {
  readonly resource: Resource;
  /** The member of the body that names the record; undefined where the path does. */
  readonly member?: string;
}

export function wholeFor({ contract, operation, purpose }: Subject): Whole | undefined {
  const host = hostOf(contract, operation);
  if (host !== undefined || purpose?.role !== 'create') return host && { resource: host };
  const [named, other] = referencesIn({ contract, operation, purpose }).filter(({ resource, steps, required }) => {
    const states = required && steps.length === 1 ? statesOf(resource) : undefined;
    return states !== undefined && sumOf(resource, operation, states) !== undefined;
  });
  return named === undefined || other !== undefined ? undefined : { resource: named.resource, member: named.name };
}
