import type { Resource } from '../model/resource';
import type { Schema } from '../model/schema';
import { templateNames } from '../paths/template';
import { parentsSpelled } from './named-parents';
import { bareOf } from './path-place';

/**
 * Finds the resources that are other paths to the records of one at the top, by the very schema of their records: those
 * below a parent that each record names (`/owners/{ownerId}/things` and `/things/{thingId}`, where a thing has an
 * `ownerId` or `owner_id`), and those that list, or create and change by the same id, and read none (`/things/recent`,
 * `/things/imported`).
 */
export function withHomes(resources: readonly Resource[]): readonly Resource[] {
  const bySchema = new Map<Schema, Resource[]>();
  for (const resource of resources) {
    const alike = bySchema.get(resource.schema);
    if (alike === undefined) bySchema.set(resource.schema, [resource]);
    else alike.push(resource);
  }
  return resources.map((resource) => {
    const homes = (bySchema.get(resource.schema) ?? []).filter((home) => isHomeOf(home, resource));
    const [home] = homes;
    if (homes.length !== 1 || home === undefined) return resource;
    // Where nothing below the parent asks for an id, the home alone says what it is.
    const idProperty = resource.itemPath === undefined ? home.idProperty : resource.idProperty;
    return { ...resource, idProperty, storedIn: home.name };
  });
}

/** Of two resources whose records have the same schema. */
function isHomeOf(home: Resource, other: Resource): boolean {
  const { idProperty, itemPath, collectionPath, operations } = home;
  if (other === home || idProperty === undefined || itemPath === undefined) return false;
  if (operations.read === undefined || templateNames(collectionPath).length > 0) return false;
  const parents = templateNames(other.collectionPath);
  if (parents.length === 0) {
    const isOnlyList = Object.keys(other.operations).join() === 'list';
    return other.operations.read === undefined && (isOnlyList || other.idProperty === idProperty);
  }
  const isSameId = other.idProperty === idProperty || (other.itemPath === undefined && other.idProperty === undefined);
  return (
    isSameId &&
    parentsSpelled({ ...other, idProperty }).length === parents.length &&
    bareOf(other.collectionPath).endsWith(bareOf(collectionPath))
  );
}
