import { type Contract, own, type Resource, templateNames } from '../../openapi/contract';
import { notFound } from '../errors/problems';
import type { Task } from '../pipeline/model';
import { collectionName, unnamedParents } from '../resources/collection-names';
import { namedParents } from '../resources/listed-by';
import type { World } from '../world/model';
import type { Condition, Id, StoredRecord } from '../world/records';
import { type Awaitable, after } from '../world/stores/awaitable';

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
export function placeOf({ contract, world, input }: Task, resource: Resource): Awaitable<Place> {
  const { parents } = layoutOf(contract, resource);
  const place = placeAt(contract, resource, input.path);
  if (parents.length === 0) return place;
  return parents.reduce<Awaitable<Place>>(
    (before, { parent, pathOf }) =>
      after(before, () => {
        const path = pathOf(input.path);
        const id = idIn(path, parent);
        return after(find(world, placeAt(contract, parent, path), id), (record) => {
          if (record === undefined) throw notFound(parent.name, id);
          return place;
        });
      }),
    place,
  );
}

/**
 * The record that a request's path names.
 *
 * @throws Problem 404 when there is none
 */
export function recordAt(
  task: Task,
  resource: Resource,
): Awaitable<{ readonly place: Place; readonly id: Id; readonly record: StoredRecord }> {
  const id = idIn(task.input.path, resource);
  return after(placeOf(task, resource), (place) =>
    after(find(task.world, place, id), (record) => {
      if (record === undefined) throw notFound(resource.name, id);
      return { place, id, record };
    }),
  );
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

function find({ records }: World, { collection, belongs }: Place, id: Id): Awaitable<StoredRecord | undefined> {
  if (belongs.length === 0) return records.get(collection, id);
  return after(records.get(collection, id), (record) => {
    const isOfParent = belongs.every(
      ({ property, anyOf }) => record !== undefined && anyOf.includes(own(record, property)),
    );
    return isOfParent ? record : undefined;
  });
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
