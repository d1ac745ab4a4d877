import { type Contract, namedParents } from '../../openapi/contract';
import type { IndexedBy } from '../world/stores/records';

/**
 * The combinations of properties that the contract's lists ask for most: the parents alone, and the parents with each
 * filter. These have an index from the first record on, others from the first question on.
 */
export function listedBy({ resources }: Contract): IndexedBy {
  const combinations = new Map<string, (readonly string[])[]>();
  for (const resource of resources) {
    const parents = namedParents(resource).map(({ property }) => property);
    const known = combinations.get(resource.storedIn) ?? [];
    known.push(parents, ...resource.filters.map(({ property }) => [...parents, property]));
    combinations.set(resource.storedIn, known);
  }
  return (collection) => combinations.get(collection) ?? [[]];
}
