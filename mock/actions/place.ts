import { own, type Resource, templateNames } from '../../openapi/contract';
import { notFound } from '../errors/problems';
import type { Task } from '../model';
import { collectionName, unnamedParents } from '../world/collection-names';
import { namedParents } from '../world/listed-by';
import type { World } from '../world/model';
import type { Condition, Id, StoredRecord } from '../world/records';

type Values = Task['input']['path'];

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
 * @throws Problem 404 when the contract knows a parent's resource and there is no such parent
 */
export async function placeOf({ contract, world, input }: Task, resource: Resource): Promise<Place> {
  for (const parent of contract.resources) {
    const path = pathOfParent(parent, resource, input.path);
    if (path === undefined) continue;
    const id = idIn(path, parent);
    if ((await find(world, placeAt(parent, path), id)) === undefined) throw notFound(parent.name, id);
  }
  return placeAt(resource, input.path);
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
  const id = idIn(task.input.path, resource);
  const record = await find(task.world, place, id);
  if (record === undefined) throw notFound(resource.name, id);
  return { place, id, record };
}

function placeAt(resource: Resource, path: Values): Place {
  const named = namedParents(resource);
  const parentIds = unnamedParents(resource).map((name) => path[name]);
  return {
    collection: collectionName(resource, parentIds),
    belongs: named.map((name) => ({ property: name, anyOf: [path[name]] })),
  };
}

async function find({ records }: World, { collection, belongs }: Place, id: Id): Promise<StoredRecord | undefined> {
  const record = await records.get(collection, id);
  const isOfParent = belongs.every(
    ({ property, anyOf }) => record !== undefined && anyOf.includes(own(record, property)),
  );
  return isOfParent ? record : undefined;
}

/** The part of a path that leads to a parent's item, by the parent's own names; undefined where it is no parent. */
function pathOfParent({ itemPath }: Resource, { collectionPath }: Resource, path: Values): Values | undefined {
  if (itemPath === undefined || !shapeOf(collectionPath).startsWith(`${shapeOf(itemPath)}/`)) return undefined;
  const names = templateNames(collectionPath);
  return Object.fromEntries(templateNames(itemPath).map((name, place) => [name, path[names[place] ?? '']]));
}

/** The name of a parameter is each path's own business. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^{}]+\}/g, '{}');

/** An item's id as its path has it; the contract gives it a type that ids have. */
const idIn = (path: Values, { idParameter }: Resource): Id => path[idParameter?.name ?? ''] as Id;
