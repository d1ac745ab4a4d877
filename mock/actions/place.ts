import { type Contract, type Resource, templateNames } from '../../openapi/contract';
import { notFound } from '../errors/problems';
import { collectionName, unnamedParents } from '../resources/collection-names';
import { namedParents } from '../resources/listed-by';
import { meets } from '../world/rules/conditions';
import type { Awaitable } from '../world/stores/awaitable';
import type { Condition, Id, RecordStore, StoredRecord } from '../world/stores/records';
import type { Task } from './model';

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
export function placeOf(task: Task, resource: Resource): Awaitable<Place> {
  const { parents } = layoutOf(task.contract, resource);
  const place = placeAt(task.contract, resource, task.input.path);
  return parents.length === 0 ? place : belowParents(task, parents, place);
}

async function belowParents(
  { contract, records, input }: Task,
  parents: Layout['parents'],
  place: Place,
): Promise<Place> {
  for (const { parent, pathOf } of parents) {
    const path = pathOf(input.path);
    const id = idIn(path, parent);
    if ((await find(records, placeAt(contract, parent, path), id)) === undefined) throw notFound(parent.name, id);
  }
  return place;
}

/**
 * The record that a request's path names.
 *
 * @throws Problem 404 when there is none
 */
export async function recordAt(task: Task, resource: Resource): Promise<StoredRecord> {
  const id = idIn(task.input.path, resource);
  const found = await find(task.records, await placeOf(task, resource), id);
  return found ?? refuse(resource, id);
}

/**
 * Puts what `change` makes of the record that a request's path names in its place, in one step.
 *
 * @throws Problem 404 when there is none, and whatever `change` throws
 */
export async function updateAt(
  task: Task,
  resource: Resource,
  change: (before: StoredRecord, place: Place, id: Id) => StoredRecord,
): Promise<StoredRecord> {
  const id = idIn(task.input.path, resource);
  const place = await placeOf(task, resource);
  const { collection, belongs } = place;
  const changed = await task.records.update(collection, id, (before) => change(before, place, id), belongs);
  return changed ?? refuse(resource, id);
}

/**
 * Deletes the record that a request's path names.
 *
 * @returns what it was
 * @throws Problem 404 when there is none
 */
export async function deleteAt(task: Task, resource: Resource): Promise<StoredRecord> {
  const id = idIn(task.input.path, resource);
  const { collection, belongs } = await placeOf(task, resource);
  return (await task.records.delete(collection, id, belongs)) ?? refuse(resource, id);
}

function refuse({ name }: Resource, id: Id): never {
  throw notFound(name, id);
}

function placeAt(contract: Contract, resource: Resource, path: Values): Place {
  const { named, unnamed } = layoutOf(contract, resource);
  return {
    collection: collectionName(
      resource,
      unnamed.map((name) => path[name]),
    ),
    belongs: named.map((name) => ({ property: name, anyOf: [path[name]] })),
  };
}

async function find(records: RecordStore, { collection, belongs }: Place, id: Id): Promise<StoredRecord | undefined> {
  const record = await records.get(collection, id);
  return record !== undefined && meets(record, belongs) ? record : undefined;
}

/** What a resource's path says of where its records are; worked out once. */
interface Layout {
  /** Templates of the path that records name in a property, and those that they do not. */
  readonly named: readonly string[];
  readonly unnamed: readonly string[];
  /** The resources above it, each with the part of a path that leads to its item, by its own names. */
  readonly parents: readonly { readonly parent: Resource; readonly pathOf: (path: Values) => Values }[];
}

const layouts = new WeakMap<Resource, Layout>();

function layoutOf(contract: Contract, resource: Resource): Layout {
  const known = layouts.get(resource);
  if (known !== undefined) return known;
  const layout = {
    named: namedParents(resource),
    unnamed: unnamedParents(resource),
    parents: contract.resources.flatMap((parent) => {
      const pathOf = pathToParent(parent, resource);
      return pathOf === undefined ? [] : [{ parent, pathOf }];
    }),
  };
  layouts.set(resource, layout);
  return layout;
}

/** Undefined where one is no parent of the other. */
function pathToParent({ itemPath }: Resource, { collectionPath }: Resource): ((path: Values) => Values) | undefined {
  if (itemPath === undefined || !shapeOf(collectionPath).startsWith(`${shapeOf(itemPath)}/`)) return undefined;
  const names = templateNames(collectionPath);
  return (path) => Object.fromEntries(templateNames(itemPath).map((name, place) => [name, path[names[place] ?? '']]));
}

/** The name of a parameter is each path's own business. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^{}]+\}/g, '{}');

/** An item's id as its path has it; the contract gives it a type that ids have. */
const idIn = (path: Values, { idParameter }: Resource): Id => path[idParameter?.name ?? ''] as Id;
