import { type Contract, memoized, namedParents, namesAbove, propertiesOf, type Resource } from '../../openapi/contract';
import { idOf } from '../resources/record';
import { scopeAt } from '../resources/scope';
import type { Task } from './model';

/** A path below a record that leads to records which stand at the top, too. */
interface Below {
  readonly resource: Resource;
  readonly idProperty: string;
  /** What it calls the parameters of the record's path. */
  readonly names: ReadonlyMap<string, string>;
}

/** Deletes what lies below the record of a request's path and would else be shown at the top without its parent. */
export async function removeBelow({ contract, records, input }: Task, resource: Resource): Promise<void> {
  for (const { resource: below, idProperty, names } of belowIn(contract)(resource)) {
    const path = Object.fromEntries([...names].map(([above, name]) => [name, input.path[above]]));
    const { collection, belongs } = scopeAt(contract, below, path);
    for (const record of await records.list(collection, belongs, Number.POSITIVE_INFINITY)) {
      const id = idOf(record, idProperty);
      if (id !== undefined) await records.delete(collection, id, belongs);
    }
  }
}

const belowIn = memoized((contract: Contract) =>
  memoized((parent: Resource): readonly Below[] =>
    contract.resources.flatMap((resource) => {
      const { idProperty, storedIn, name, collectionPath, schema } = resource;
      const names = namesAbove(collectionPath, parent.itemPath);
      if (storedIn === name || idProperty === undefined || names === undefined) return [];
      const parents = namedParents(resource);
      const properties = propertiesOf(schema);
      // A record that may be without its parent stays without it.
      const isHeld = parents.every(({ property }) => properties.get(property)?.required === true);
      return isHeld && parents.length === names.size ? [{ resource, idProperty, names }] : [];
    }),
  ),
);
