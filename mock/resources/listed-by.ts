import { type Contract, propertiesOf, type Resource, templateNames } from '../../openapi/contract';
import type { IndexedBy } from '../world/stores/records';

/** The parents of a path that its records name in a property: by it they are told apart in one collection. */
export function namedParents({ collectionPath, schema }: Resource): readonly string[] {
  const properties = propertiesOf(schema);
  return templateNames(collectionPath).filter((name) => properties.has(name));
}

/**
 * The combinations of properties by which the contract's lists ask most: the parents alone, and with each single
 * filter. An index of these is kept from the first record on; of others, once they are asked for.
 */
export function listedBy({ resources }: Contract): IndexedBy {
  const combinations = new Map(
    resources.map((resource) => {
      const parents = namedParents(resource);
      return [resource.name, [parents, ...resource.filters.map(({ property }) => [...parents, property])]];
    }),
  );
  return (collection) => combinations.get(collection) ?? [[]];
}
