import { isObject, type Operation, propertiesOf, type Resource } from '../../openapi/contract';
import { notFound, Problem } from '../errors/problems';
import { documentsRefusal } from '../errors/refusal';
import { type Parent, type PathValues, type Place, parentsOf, placeAt } from '../resources/place';
import { idOf } from '../resources/record';
import { typedAs } from '../resources/typed';
import type { Awaitable } from '../world/stores/awaitable';
import type { Condition, Id, StoredRecord } from '../world/stores/records';
import type { Task } from './model';

/**
 * The place that a request's path means.
 *
 * @throws Problem 404 when the contract knows a parent's resource and there is no such parent
 */
export function placeOf(task: Task, resource: Resource): Awaitable<Place> {
  const { contract, input } = task;
  const place = placeAt(contract, resource, input.path);
  const parents = parentsOf(contract, resource);
  return parents.length === 0 ? place : checkParents(task, parents).then(() => place);
}

/**
 * The same for a list. Where no reply is documented for a parent that is not there, its list is empty.
 *
 * @throws Problem 404 when such a reply is documented, and there is no such parent
 */
export const placeToList = (task: Task, resource: Resource): Awaitable<Place> => {
  const place = placeOf(task, resource);
  if (!(place instanceof Promise) || documentsRefusal(task.operation, 'notFound')) return place;
  return place.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    const { collection, belongs } = placeAt(task.contract, resource, task.input.path);
    // What lay below one that was deleted may be kept, and is not shown.
    return { collection, belongs: [...belongs, NOBODY] };
  });
};

/** A condition that no record meets. */
const NOBODY: Condition = { property: '', anyOf: [] };

/** @throws Problem 404 when there is no record of one of these parents that the request's path names */
export async function checkParents(
  { contract, records, operation, input }: Task,
  parents: readonly Parent[],
): Promise<void> {
  for (const { parent, pathOf } of parents) {
    const path = pathOf(input.path);
    const id = idIn(path, parent);
    const { collection, belongs } = placeAt(contract, parent, path);
    if ((await records.get(collection, id, belongs)) === undefined) refuse(operation, parent, id);
  }
}

/**
 * The record that a request's path names.
 *
 * @throws Problem 404 when there is none
 */
export async function recordAt(task: Task, resource: Resource): Promise<StoredRecord> {
  const id = idMeant(task, resource);
  const { collection, belongs } = await placeOf(task, resource);
  return (await task.records.get(collection, id, belongs)) ?? refuse(task.operation, resource, id);
}

/**
 * Replaces the record that a request's path names by what `change` makes of it, in one step.
 *
 * @throws Problem 404 when there is none, and whatever `change` throws
 */
export async function updateAt(
  task: Task,
  resource: Resource,
  change: (before: StoredRecord, place: Place, id: Id) => StoredRecord,
): Promise<StoredRecord> {
  const id = idMeant(task, resource);
  const place = await placeOf(task, resource);
  const { collection, belongs } = place;
  const changed = await task.records.update(collection, id, (before) => change(before, place, id), belongs);
  return changed ?? refuse(task.operation, resource, id);
}

/**
 * Replaces the record that a request's path names as `updateAt` does, or stores a new one at that path.
 *
 * @throws Problem 404 when there is one that another parent has, and whatever the two functions throw
 */
export async function putAt(
  task: Task,
  resource: Resource,
  change: (before: StoredRecord, place: Place, id: Id) => StoredRecord,
  make: (place: Place, id: Id) => StoredRecord,
): Promise<{ readonly record: StoredRecord; readonly isNew: boolean }> {
  const id = idMeant(task, resource);
  const place = await placeOf(task, resource);
  const { collection, belongs } = place;
  // Others may delete it after the first step, or store it before the second: then they are taken again.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const changed = await task.records.update(collection, id, (before) => change(before, place, id), belongs);
    if (changed !== undefined) return { record: changed, isNew: false };
    const record = make(place, id);
    if (await task.records.add(collection, id, record)) return { record, isNew: true };
  }
  return refuse(task.operation, resource, id);
}

const MOST_TRIES = 10;

/**
 * Deletes the record that a request's path names.
 *
 * @returns what was deleted
 * @throws Problem 404 when there is none
 */
export async function deleteAt(task: Task, resource: Resource): Promise<StoredRecord> {
  const id = idMeant(task, resource);
  const { collection, belongs } = await placeOf(task, resource);
  return (await task.records.delete(collection, id, belongs)) ?? refuse(task.operation, resource, id);
}

function refuse(operation: Operation, { name }: Resource, id: Id | undefined): never {
  throw notFound(name, id, operation);
}

/**
 * The id of an item in its path, as its records have it or, where they have none, as the item's own path does. Parameters that
 * name an item have a type that ids have.
 */
function idIn(path: PathValues, { idParameter, idProperty, schema }: Resource): Id {
  const property = idProperty === undefined ? undefined : propertiesOf(schema).get(idProperty)?.schema;
  return typedAs(property ?? idParameter?.schema, path[idParameter?.name ?? '']) as Id;
}

/** The id that a request means: that of its path or, where this names no item, that of the record in its body. */
export function idMeant({ input, operation }: Task, resource: Resource): Id {
  const { idParameter, idProperty } = resource;
  if (idParameter === undefined || Object.hasOwn(input.path, idParameter.name)) return idIn(input.path, resource);
  const id = isObject(input.body) && idProperty !== undefined ? idOf(input.body, idProperty) : undefined;
  return id ?? refuse(operation, resource, undefined);
}
