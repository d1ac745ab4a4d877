import type { Contract } from '../model/contract';
import type { Operation } from '../model/operation';
import type { Purpose, Resource, Role, Singleton, SingletonRole } from '../model/resource';
import type { Schema } from '../model/schema';
import { jsonMediaType } from '../operations/media-types';
import { templateNames } from '../operations/paths';
import { successOf } from '../operations/replies';
import { isRecord, itemsOf, propertiesOf } from '../schema/properties';
import { bareOf, parentsSpelled, placeOfPath } from './parents';
import { type Lookup, readResource } from './read-resource';
import { schemaOfReply } from './record-place';

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

/**
 * Finds the resources that are other paths to the records of one at the top, by the very schema of their records: those
 * below a parent that each record names (`/owners/{ownerId}/things` and `/things/{thingId}`, where a thing has an
 * `ownerId` or `owner_id`), and those that list, or create and change by the same id, and read none (`/things/recent`,
 * `/things/imported`).
 */
function withHomes(resources: readonly Resource[]): readonly Resource[] {
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

const ROLES = ['list', 'create', 'read', 'replace', 'patch', 'delete'] as const satisfies readonly Role[];

/** The role of an operation among those of a resource; undefined where it has none there. */
export const roleOf = ({ operations }: Resource, operation: Operation): Role | undefined =>
  ROLES.find((role) => operations[role] === operation);

/** What each operation is for; those that belong to no resource are left out. */
export function purposesOf({ resources }: Pick<Contract, 'resources'>): ReadonlyMap<Operation, Purpose> {
  const found = new Map<Operation, Purpose>();
  for (const resource of resources) {
    for (const role of ROLES) {
      const operation = resource.operations[role];
      if (operation !== undefined) found.set(operation, { resource, role });
    }
  }
  return found;
}

/** The same without what rests on habits of the trade alone, for those who judge. */
export function surePurposesOf(contract: Pick<Contract, 'resources'>): ReadonlyMap<Operation, Purpose> {
  return new Map([...purposesOf(contract)].filter(([, { resource, role }]) => !resource.guessed.includes(role)));
}

/**
 * Finds the things that have a path of their own: what an operation there shows, another one changes or removes. A reply
 * that has an array of objects may be a list, and is none of them.
 *
 * @param resources what has been found in the paths before: their operations are none of a singleton's
 */
export function findSingletons(operations: readonly Operation[], resources: readonly Resource[]): readonly Singleton[] {
  const taken = new Set(resources.flatMap(({ operations: known }) => Object.values(known)));
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    if (taken.has(operation) || operation.path.endsWith('}')) continue;
    const there = byPath.get(operation.path) ?? [];
    there.push(operation);
    byPath.set(operation.path, there);
  }
  return [...byPath].flatMap(([path, there]) => {
    const singleton = singletonAt(path, there);
    return singleton === undefined ? [] : [singleton];
  });
}

function singletonAt(path: string, there: readonly Operation[]): Singleton | undefined {
  const at = (method: Operation['method']) => there.find((operation) => operation.method === method);
  const read = at('GET');
  const schema = jsonMediaType((read && successOf(read)?.reply.content) ?? [])?.schema;
  if (read === undefined || !isRecord(schema) || hasRecords(schema)) return undefined;
  const [put, post] = [at('PUT'), at('POST')];
  // A POST beside the other two is an action of its own.
  const changes = { replace: put, patch: at('PATCH') ?? (put === undefined ? post : undefined), delete: at('DELETE') };
  const roles = Object.entries(changes).filter((entry): entry is [SingletonRole, Operation] => entry[1] !== undefined);
  return roles.length === 0 ? undefined : { path, operations: { read, ...Object.fromEntries(roles) }, schema };
}

/** Whether an array of objects stands in it, or in one of its objects, such as a wrapper. */
const hasRecords = (schema: Singleton['schema'], levels = 2): boolean =>
  isRecord(itemsOf(schema)) ||
  (levels > 0 && [...propertiesOf(schema).values()].some((property) => hasRecords(property.schema, levels - 1)));
