import type { Operation } from '../model/operation';
import type { Resource, Role, Steps } from '../model/resource';
import type { Schema } from '../model/schema';
import { templateNames } from '../paths/template';
import { isRecord, itemsOf } from '../schema/properties';
import { schemaOfBody, schemaOfReply } from './bodies';
import { withHomes } from './homes';
import { readIdChoice } from './id-choice';
import { findIdProperty, type IdHints } from './id-property';
import { findFilters, findPageSize } from './list-parameters';
import { findPaging } from './paging';
import { bareOf, lastTemplateOf, lastWordOf, placeOfPath } from './path-place';
import { findList, findRecord, findSameRecord, listedIn, type Place, type PlaceHints } from './record-place';
import { plain } from './spelling';
import { schemaAt } from './steps';
import { findUsualChanges } from './usual-changes';

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
  const found = [...firstBy(placed, ({ collection }) => collection).keys()].flatMap((collection) => {
    const pathOf = (isItem: boolean): string | undefined =>
      placed.find((one) => one.collection === collection && one.isItem === isItem)?.operation.path;
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

type Lookup = (method: string, isItem: boolean) => Operation | undefined;

function readResource(collectionPath: string, itemPath: string | undefined, at: Lookup): Resource | undefined {
  const [list, post, read] = [at('GET', false), at('POST', false), at('GET', true)];
  const items: Readonly<Partial<Record<Role, Operation>>> = withoutGaps({
    replace: at('PUT', true),
    patch: at('PATCH', true),
    delete: at('DELETE', true),
  });
  const resourceName = lastWordOf(collectionPath) ?? collectionPath;
  const template = itemPath === undefined ? undefined : lastTemplateOf(itemPath);
  const idParameter = [read, ...Object.values(items), at('POST', true)]
    .flatMap((operation) => operation?.parameters ?? [])
    .find(({ in: place, name }) => place === 'path' && name === template);
  const hints: IdHints = { resourceName, idParameter, create: post };
  const hasId: PlaceHints['hasId'] = (schema, exactly = false) => {
    const found = idParameter === undefined ? undefined : findIdProperty(schema, hints);
    return found?.isSure === true && (!exactly || plain(found.name) === plain(idParameter?.name ?? ''));
  };
  const unknown: PlaceHints = { resourceName, alike: [], hasId };

  const listed = schemaOfReply(list);
  const placeHints: PlaceHints = { ...unknown, alike: listedIn(listed, unknown) };
  const recordIn = (operation: Operation | undefined): Place | undefined => {
    const body = schemaOfReply(operation);
    return body === undefined ? undefined : findRecord(body, placeHints);
  };
  const readAt = recordIn(read);
  const listAt = listed === undefined ? undefined : findList(listed, readAt?.schema, placeHints);
  const create = post?.body !== undefined && (listAt !== undefined || itemPath !== undefined) ? post : undefined;
  const schema = readAt?.schema ?? listAt?.schema ?? recordIn(create)?.schema ?? recordIn(items.replace)?.schema;
  if (schema === undefined) return undefined;

  const id = findIdProperty(schema, hints);
  const usual = findUsualChanges({ schema, idProperty: id?.name, hints: placeHints }, at);
  const operations = withoutGaps({
    list: listAt === undefined ? undefined : list,
    create,
    read: readAt === undefined ? undefined : read,
    ...usual,
    ...items,
  });
  const shown = stepsOf(operations, (role, operation) => {
    const body = role === 'list' || role === 'read' ? undefined : schemaOfReply(operation);
    if (role === 'list') return listAt?.steps;
    return role === 'read' ? readAt?.steps : body && findSameRecord(body, schema, placeHints)?.steps;
  });
  const taken = stepsOf(operations, (role, operation) => {
    const body = role === 'list' || role === 'read' ? undefined : schemaOfBody(operation);
    return body && (findSameRecord(body, schema, placeHints)?.steps ?? []);
  });
  const pageSize = findPageSize(schema, operations.list);
  const sent = create === undefined || taken.create === undefined ? undefined : schemaOfBody(create);
  return {
    name: resourceName,
    storedIn: resourceName,
    collectionPath,
    itemPath,
    operations,
    schema,
    idProperty: id?.name,
    idParameter,
    idChoice: readIdChoice(schema, sent && schemaAt(sent, taken.create ?? []), id?.name),
    shown,
    taken,
    isSure: id?.isSure !== false && isPlainlyShown(operations, shown, schema),
    // The keys of an object of roles are roles.
    guessed: Object.keys(usual) as Role[],
    filters: findFilters(schema, operations.list),
    pageSize,
    paging: findPaging(schema, operations.list, listAt?.steps ?? [], resourceName, pageSize),
  };
}

type Operations = Resource['operations'];

/** For each role the steps to the record in one of its bodies, where it has one. */
function stepsOf(
  operations: Operations,
  find: (role: Role, operation: Operation) => Steps | undefined,
): Readonly<Partial<Record<Role, Steps>>> {
  return withoutGaps(
    // The keys of an object of roles are roles.
    Object.fromEntries(Object.entries(operations).map(([role, operation]) => [role, find(role as Role, operation)])),
  );
}

/** Whether each reply that wraps the record shows the very schema of the record. */
function isPlainlyShown(operations: Operations, shown: Resource['shown'], schema: Schema): boolean {
  return Object.entries(operations).every(([role, operation]) => {
    // The keys of an object of roles are roles.
    const steps = shown[role as Role];
    const body = schemaOfReply(operation);
    if (role === 'list' || steps === undefined || steps.length === 0 || body === undefined) return true;
    return schemaAt(body, steps) === schema;
  });
}

function withoutGaps<T>(byRole: Readonly<Record<string, T | undefined>>): Readonly<Partial<Record<Role, T>>> {
  return Object.fromEntries(Object.entries(byRole).filter(([, value]) => value !== undefined));
}
