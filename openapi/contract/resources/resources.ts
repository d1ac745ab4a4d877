import { groupedBy } from '../json/value';
import type { Contract } from '../model/contract';
import type { Operation } from '../model/operation';
import type { Purpose, Resource, Role } from '../model/resource';
import type { Schema } from '../model/schema';
import { templateNames } from '../operations/paths';
import { haveSameNames, schemaOfReply } from '../records/record-place';
import { isRecord, itemsOf, keywordOf, propertiesOf, typesOf } from '../schema/properties';
import { bareOf, collectionOf, parentsSpelled, shapeOf } from './collection-paths';
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
 * See `findUsualChanges` and `withHomes` for what is read besides.
 */
export function findResources(operations: readonly Operation[]): readonly Resource[] {
  const placed = placeOperations(operations);
  const byPlace = groupedBy(
    placed,
    ({ operation, collection, isItem }) => `${operation.method} ${isItem} ${collection}`,
  );
  const spellings = groupedBy(placed, ({ collection, isItem }) => `${isItem} ${collection}`);
  const forms = formsBelow(operations);
  const found = [...new Set(placed.map(({ collection }) => collection))].flatMap((collection) => {
    const pathOf = (isItem: boolean): string | undefined =>
      spellings.get(`${isItem} ${collection}`)?.[0]?.operation.path;
    const at: Lookup = (method, isItem) => {
      const operation = byPlace.get(`${method} ${isItem} ${collection}`)?.[0]?.operation;
      // The spellings of a path may differ in its end, and not in its parameters.
      return operation !== undefined && namesIn(operation.path) === namesIn(pathOf(isItem) ?? '')
        ? operation
        : undefined;
    };
    const resource = readResource(pathOf(false) ?? collection, pathOf(true), at);
    return resource === undefined ? [] : [asAskedBelow(resource, forms)];
  });
  const kept = found.filter((one) => !found.some((parent) => showsParent(one, parent)));
  const byName = groupedBy(kept, ({ name }) => name);
  return withHomes(
    kept.map((resource) => {
      const isShared = (byName.get(resource.name)?.length ?? 0) > 1;
      const name = isShared ? resource.collectionPath : resource.name;
      return name === resource.name ? resource : { ...resource, name, storedIn: name };
    }),
  );
}

/** What is added below a record and answered by that record alone is a part of it, and has no records of its own. */
const showsParent = ({ operations, schema, collectionPath }: Resource, parent: Resource): boolean =>
  operations.list === undefined &&
  operations.read === undefined &&
  schema === parent.schema &&
  parent.operations.read !== undefined &&
  collectionPath.startsWith(`${bareOf(parent.itemPath ?? '')}/`);

/** By the shapes of paths that end in a parameter, the first schema of it that has more to say than that it is a text. */
function formsBelow(operations: readonly Operation[]): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>();
  for (const { path, parameters } of operations) {
    for (const { in: place, name, schema } of parameters) {
      const end = place === 'path' && isFormed(schema) ? path.indexOf(`{${name}}`) : -1;
      const shape = shapeOf(path.slice(0, end + name.length + 2));
      if (end >= 0 && !found.has(shape)) found.set(shape, schema);
    }
  }
  return found;
}

const isFormed = (schema: Schema): boolean =>
  keywordOf(schema, 'format') !== undefined || keywordOf(schema, 'pattern') !== undefined;

/** The resource with the ids that paths below its items ask for, where its own path takes any text. */
function asAskedBelow(resource: Resource, forms: ReadonlyMap<string, Schema>): Resource {
  const { idParameter, idProperty, itemPath, schema } = resource;
  if (idParameter === undefined || itemPath === undefined) return resource;
  const property = propertiesOf(schema).get(idProperty ?? '')?.schema ?? {};
  const isText = [idParameter.schema, property].every((one) => !isFormed(one) && !typesOf(one).includes('integer'));
  const form = isText ? forms.get(shapeOf(bareOf(itemPath))) : undefined;
  return form === undefined ? resource : { ...resource, idParameter: { ...idParameter, schema: form } };
}

/** Where each operation is. A path that ends in a template, and lists what has paths below it, is a collection of these. */
function placeOperations(operations: readonly Operation[]) {
  const placed = operations.map((operation) => ({ operation, ...collectionOf(operation.path) }));
  const withItems = new Set(placed.filter(({ isItem }) => isItem).map(({ collection }) => collection));
  const shownAt = new Map(
    placed.flatMap(({ operation, collection, isItem }) =>
      isItem && operation.method === 'GET' ? [[collection, schemaOfReply(operation)] as const] : [],
    ),
  );
  const listing = new Set(
    placed
      .filter(({ operation, isItem }) => isItem && operation.method === 'GET' && withItems.has(bareOf(operation.path)))
      .filter(({ operation }) => listsRecords(operation, shownAt))
      .map(({ operation }) => bareOf(operation.path)),
  );
  return placed.map((one) => {
    const path = bareOf(one.operation.path);
    const isOfList = listing.has(path) && (one.operation.method === 'GET' || one.operation.method === 'POST');
    return isOfList ? { ...one, collection: path, isItem: false } : one;
  });
}

/** An array of records, or a wrapper with one of the very records that the paths below it show. */
function listsRecords(operation: Operation, shownAt: ReadonlyMap<string, Schema | undefined>): boolean {
  const reply = schemaOfReply(operation);
  if (isRecord(itemsOf(reply))) return true;
  const record = shownAt.get(bareOf(operation.path));
  if (record === undefined || reply === undefined) return false;
  // The paths below it may have a wrapper around the record, too.
  const shown = [record, ...[...propertiesOf(record).values()].map(({ schema }) => schema)];
  return [...propertiesOf(reply).values()].some(({ schema }) => shown.some((one) => itemsOf(schema) === one));
}

const namesIn = (path: string): string => templateNames(path).join();

/**
 * Finds the resources that are other paths to the records of one at the top, by the very schema of their records: below a parent that
 * each record names (`/owners/{ownerId}/things`), or of those that list, or create and change by the same id, and read none
 * (`/things/recent`); or that read them by another property.
 */
function withHomes(resources: readonly Resource[]): readonly Resource[] {
  const bySchema = groupedBy(resources, ({ schema }) => schema);
  return resources.map((resource) => {
    const looked = lookupOf(resource, resources);
    if (looked !== undefined) return looked;
    const homes = (bySchema.get(resource.schema) ?? []).filter((home) => isHomeOf(home, resource));
    const [home] = homes;
    if (homes.length !== 1 || home === undefined) return resource;
    // Where nothing below the parent asks for an id, the home alone says what it is.
    const idProperty = resource.itemPath === undefined ? home.idProperty : resource.idProperty;
    return { ...resource, idProperty, storedIn: home.name };
  });
}

/** What reads records of one at the top by another of their properties: `/things/by-code/{code}` beside `/things/{thingId}`. */
function lookupOf(resource: Resource, resources: readonly Resource[]): Resource | undefined {
  const { idProperty: key, itemPath, collectionPath, operations } = resource;
  if (key === undefined || itemPath === undefined || Object.keys(operations).join() !== 'read') return undefined;
  if (templateNames(collectionPath).length > 0) return undefined;
  const home = resources.find(
    (one) =>
      one.idProperty !== undefined &&
      collectionPath.startsWith(`${bareOf(one.collectionPath)}/`) &&
      haveSameNames(one.schema, resource.schema),
  );
  if (home === undefined) return undefined;
  const otherKeys = key === home.idProperty ? [] : [key];
  return { ...resource, idProperty: home.idProperty, otherKeys, storedIn: home.name, isSure: false };
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

/** The same without what rests on conventions alone: no server is judged by these. */
export function surePurposesOf(contract: Pick<Contract, 'resources'>): ReadonlyMap<Operation, Purpose> {
  return new Map([...purposesOf(contract)].filter(([, { resource, role }]) => !resource.guessed.includes(role)));
}
