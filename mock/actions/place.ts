import { type Contract, own, propertiesOf, type Resource } from '../../openapi/contract';
import type { Task } from '../model';
import { notFound } from '../problems';
import type { Condition, Id, StoredRecord } from '../world/records';

/** Where the records of a request are: a collection and, below a parent (`/stores/{storeId}/orders`), whose. */
export interface Place {
  readonly collection: string;
  /** What the records of this parent have in common. */
  readonly belongs: readonly Condition[];
}

/**
 * The place that a request's path means. Where records have a property of the parent parameter's name they share one
 * collection and are told apart by it; else each parent has a collection of its own.
 *
 * @throws Problem 404 when the contract knows the parent's resource and there is no such parent
 */
export async function placeOf({ contract, world, input }: Task, resource: Resource): Promise<Place> {
  const properties = propertiesOf(resource.schema);
  const parents = templateNames(resource.collectionPath);
  if (parents.length === 0) return { collection: resource.name, belongs: [] };
  await expectParents(contract, world, input.path, resource);
  const belongs = parents
    .filter((name) => properties.has(name))
    .map((name) => ({ property: name, anyOf: [input.path[name]] }));
  const apart = parents.filter((name) => !properties.has(name)).map((name) => `/${String(input.path[name])}`);
  return { collection: [resource.name, ...apart].join(''), belongs };
}

/**
 * The record that a request's path names.
 *
 * @throws Problem 404 when there is none
 */
export async function recordAt(
  task: Task,
  resource: Resource,
): Promise<{ place: Place; id: Id; record: StoredRecord }> {
  const place = await placeOf(task, resource);
  const id = task.input.path[resource.idParameter?.name ?? ''] as Id;
  const record = await task.world.records.get(place.collection, id);
  if (record === undefined || !meets(record, place.belongs)) throw notFound(resource.name, id);
  return { place, id, record };
}

const meets = (record: StoredRecord, conditions: readonly Condition[]): boolean =>
  conditions.every(({ property, anyOf }) => anyOf.includes(own(record, property)));

async function expectParents(
  { resources }: Contract,
  world: Task['world'],
  path: Task['input']['path'],
  { collectionPath }: Resource,
): Promise<void> {
  for (const parent of resources) {
    const { itemPath, idParameter } = parent;
    // A parent that is itself below another is left to its own requests.
    if (itemPath === undefined || idParameter === undefined || templateNames(parent.collectionPath).length > 0)
      continue;
    if (!collectionPath.startsWith(`${itemPath}/`)) continue;
    const id = path[idParameter.name] as Id;
    if ((await world.records.get(parent.name, id)) === undefined) throw notFound(parent.name, id);
  }
}

const templateNames = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '');
