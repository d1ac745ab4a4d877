import type { Operation } from '../model/operation';
import type { Resource } from '../model/resource';
import { templateNames } from '../paths/template';
import { isRecord, itemsOf } from '../schema/properties';
import { schemaOfReply } from './bodies';
import { withHomes } from './homes';
import { bareOf, placeOfPath } from './path-place';
import { type Lookup, readResource } from './read-resource';

/**
 * Finds the resources that the paths describe. A path is an item where it ends in one template (`/things/{thingId}`)
 * and a collection where it does not; the method and the schemas say which role an operation has:
 *
 * | role | method | path | schemas |
 * |---|---|---|---|
 * | list | GET | collection | replies with an array of objects, or with one in a wrapper |
 * | create | POST | collection that is also listed or has items | takes a JSON body |
 * | read | GET | item | replies with an object |
 * | replace, patch, delete | PUT, PATCH, DELETE | item | |
 *
 * `findUsualChanges` and `withHomes` tell what is read besides.
 */
export function findResources(operations: readonly Operation[]): readonly Resource[] {
  const placed = placeOperations(operations);
  const byPlace = firstBy(placed, ({ operation, collection, isItem }) => `${operation.method} ${isItem} ${collection}`);
  const firstAt = firstBy(placed, ({ collection, isItem }) => `${isItem} ${collection}`);
  const found = [...firstBy(placed, ({ collection }) => collection).keys()].flatMap((collection) => {
    const pathOf = (isItem: boolean): string | undefined => firstAt.get(`${isItem} ${collection}`)?.operation.path;
    const at: Lookup = (method, isItem) => {
      const operation = byPlace.get(`${method} ${isItem} ${collection}`)?.operation;
      // The spellings of a path may differ in its end, and not in its parameters.
      return operation !== undefined && namesIn(operation.path) === namesIn(pathOf(isItem) ?? '')
        ? operation
        : undefined;
    };
    const resource = readResource(pathOf(false) ?? collection, pathOf(true), at);
    return resource === undefined ? [] : [resource];
  });
  const first = firstBy(found, ({ name }) => name);
  const shared = new Set(found.filter((resource) => first.get(resource.name) !== resource).map(({ name }) => name));
  return withHomes(
    found.map((resource) => {
      const name = shared.has(resource.name) ? resource.collectionPath : resource.name;
      return name === resource.name ? resource : { ...resource, name, storedIn: name };
    }),
  );
}

/** Where each operation is. A path that ends in a template, and lists what has paths below it, is a collection of these. */
function placeOperations(operations: readonly Operation[]) {
  const placed = operations.map((operation) => ({ operation, ...placeOfPath(operation.path) }));
  const withItems = new Set(placed.filter(({ isItem }) => isItem).map(({ collection }) => collection));
  const listing = new Set(
    placed
      .filter(({ operation, isItem }) => isItem && operation.method === 'GET' && withItems.has(bareOf(operation.path)))
      .filter(({ operation }) => isRecord(itemsOf(schemaOfReply(operation))))
      .map(({ operation }) => bareOf(operation.path)),
  );
  return placed.map((one) => {
    const path = bareOf(one.operation.path);
    const isOfList = listing.has(path) && (one.operation.method === 'GET' || one.operation.method === 'POST');
    return isOfList ? { ...one, collection: path, isItem: false } : one;
  });
}

const namesIn = (path: string): string => templateNames(path).join();

/** The first thing of each key. */
function firstBy<T>(things: readonly T[], keyOf: (thing: T) => string): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const thing of things) if (!found.has(keyOf(thing))) found.set(keyOf(thing), thing);
  return found;
}
