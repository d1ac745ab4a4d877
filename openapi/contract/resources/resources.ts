import type { Operation } from '../model/operation';
import type { Resource, Role } from '../model/resource';
import type { Schema } from '../model/schema';
import { jsonMediaType } from '../operations/media-type';
import { successOf } from '../operations/reply';
import { isRecord, itemsOf, propertiesOf } from '../schema/properties';
import { findIdProperty } from './id-property';
import { findFilters, findPageSize } from './list-parameters';
import { findPaging } from './paging';

/**
 * Finds the resources that the paths describe. A path is an item where it ends in one template (`/things/{thingId}`)
 * and a collection where it does not; the method and the schemas say which role an operation has:
 *
 * | role | method | path | schemas |
 * |---|---|---|---|
 * | list | GET | collection | replies with an array of objects, or with an object whose one array of objects it is |
 * | create | POST | collection that is also listed or has items | takes a JSON body |
 * | read | GET | item | replies with an object |
 * | replace, patch, delete | PUT, PATCH, DELETE | item | |
 */
export function findResources(operations: readonly Operation[]): readonly Resource[] {
  const byPlace = firstBy(operations, ({ method, path }) => `${method} ${path}`);
  const at: Lookup = (path, method) => (path === undefined ? undefined : byPlace.get(`${method} ${path}`));
  const items = firstBy(operations.map(({ path }) => path).filter(isItem), parentOf);
  const collections = new Set(operations.map(({ path }) => (isItem(path) ? parentOf(path) : path)));
  const found = [...collections].flatMap((path) => {
    const resource = readResource(path, items.get(path), at);
    return resource === undefined ? [] : [resource];
  });
  const first = firstBy(found, ({ name }) => name);
  const shared = new Set(found.filter((resource) => first.get(resource.name) !== resource).map(({ name }) => name));
  return found.map((resource) =>
    shared.has(resource.name) ? { ...resource, name: resource.collectionPath } : resource,
  );
}

/** The first thing of each key. */
function firstBy<T>(things: readonly T[], keyOf: (thing: T) => string): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const thing of things) if (!found.has(keyOf(thing))) found.set(keyOf(thing), thing);
  return found;
}

type Lookup = (path: string | undefined, method: string) => Operation | undefined;

function readResource(collectionPath: string, itemPath: string | undefined, at: Lookup): Resource | undefined {
  const list = listShape(at(collectionPath, 'GET'));
  const read = withRecord(at(itemPath, 'GET'));
  const post = at(collectionPath, 'POST');
  const create = post?.body !== undefined && (list !== undefined || itemPath !== undefined) ? post : undefined;
  const operations = withoutGaps({
    list: list?.operation,
    create,
    read,
    replace: at(itemPath, 'PUT'),
    patch: at(itemPath, 'PATCH'),
    delete: at(itemPath, 'DELETE'),
  });
  const schema = schemaOfReply(read) ?? list?.items ?? schemaOfReply(create) ?? schemaOfReply(operations.replace);
  if (!isRecord(schema)) return undefined;

  const idParameter = Object.values(operations)
    .filter(({ path }) => path === itemPath)
    .flatMap(({ parameters }) => parameters)
    .find(({ in: place, name }) => place === 'path' && itemPath?.endsWith(`{${name}}`));
  const name =
    collectionPath.split('/').findLast((segment) => segment !== '' && !isTemplate(segment)) ?? collectionPath;
  const pageSize = findPageSize(schema, list?.operation);
  const listAt = list?.property === undefined ? [] : [list.property];
  return {
    name,
    collectionPath,
    itemPath,
    operations,
    schema,
    idProperty: findIdProperty(schema, idParameter, create),
    idParameter,
    filters: findFilters(schema, list?.operation),
    pageSize,
    paging: findPaging(schema, list?.operation, listAt, name, pageSize),
    listProperty: list?.property,
  };
}

function listShape(
  operation: Operation | undefined,
): { operation: Operation; items: Schema; property: string | undefined } | undefined {
  const schema = schemaOfReply(operation);
  if (operation === undefined || schema === undefined) return undefined;
  const items = itemsOf(schema);
  if (isRecord(items)) return { operation, items, property: undefined };
  const arrays = [...propertiesOf(schema).values()].flatMap(({ name, schema: property }) => {
    const inner = itemsOf(property);
    return isRecord(inner) ? [{ operation, items: inner, property: name }] : [];
  });
  return arrays.length === 1 ? arrays[0] : undefined;
}

const withRecord = (operation: Operation | undefined): Operation | undefined =>
  isRecord(schemaOfReply(operation)) ? operation : undefined;

function schemaOfReply(operation: Operation | undefined): Schema | undefined {
  return operation === undefined ? undefined : jsonMediaType(successOf(operation)?.reply.content ?? [])?.schema;
}

function withoutGaps(operations: Record<Role, Operation | undefined>): Partial<Record<Role, Operation>> {
  return Object.fromEntries(Object.entries(operations).filter(([, operation]) => operation !== undefined));
}

const isTemplate = (segment: string): boolean => /^\{[^{}]+\}$/.test(segment);
const isItem = (path: string): boolean => isTemplate(path.slice(path.lastIndexOf('/') + 1));
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
