import {
  type Contract,
  itemNameIn,
  itemsOf,
  jsonMediaType,
  memoized,
  namesAbove,
  type Operation,
  propertiesOf,
  type Resource,
  type Schema,
  type Singleton,
  type SingletonRole,
  type Steps,
  schemaAt,
  successOf,
} from '../../openapi/contract';
import { type Parent, parentsOfPath } from '../resources/scope';
import { type Effect, effectOf } from './action-effect';

/** What an operation does that has no role among those of a resource. */
export type Deed =
  /** It shows or changes what has a path of its own. */
  | {
      readonly kind: 'singleton';
      readonly singleton: Singleton;
      readonly role: SingletonRole;
      readonly parents: readonly Parent[];
    }
  /** It shows a resource's list, as `POST /things/search` does. */
  | { readonly kind: 'list'; readonly resource: Resource }
  | RecordDeed
  /** It is answered from its example, where all parents are there; it may do something with the last one's record. */
  | { readonly kind: 'example'; readonly parents: readonly Parent[]; readonly change: Change | undefined };

/** What is made of the record of a parent. */
export interface Change {
  readonly parent: Parent;
  readonly effect: Effect;
}

/** It does something with the record of the last parent, and shows that record. */
export interface RecordDeed {
  readonly kind: 'record';
  readonly parent: Parent;
  readonly steps: Steps;
  readonly effect: Effect | undefined;
}

/** What the operations of a contract do that have no role. */
export const deedsOf = memoized((contract: Contract) =>
  memoized((operation: Operation): Deed => {
    const { resources } = contract;
    const parents = parentsOfPath(contract, operation.path).filter(({ parent }) => hasIdOf(parent, operation.path));
    const own = singletonOf(contract, operation);
    if (own !== undefined) return { kind: 'singleton', ...own, parents };
    const listed = resources.find((resource) => showsListOf(resource, operation));
    if (listed !== undefined) return { kind: 'list', resource: listed };
    const parent = nearest(parents);
    if (parent === undefined) return { kind: 'example', parents, change: undefined };
    const steps = stepsToRecord(parent.parent, operation);
    const effect = effectOf(operation, parent.parent);
    return steps === undefined
      ? { kind: 'example', parents, change: effect && { parent, effect } }
      : { kind: 'record', parent, steps, effect };
  }),
);

function singletonOf(
  { singletons }: Contract,
  operation: Operation,
): { readonly singleton: Singleton; readonly role: SingletonRole } | undefined {
  for (const singleton of singletons) {
    const role = SINGLETON_ROLES.find((candidate) => singleton.operations[candidate] === operation);
    if (role !== undefined) return { singleton, role };
  }
  return undefined;
}

const SINGLETON_ROLES: readonly SingletonRole[] = ['read', 'replace', 'patch', 'delete'];

/**
 * Whether the path has the id of such a record, and not another of its properties: `/users/{email}/lock` lies below the
 * user of that address, and not below the one of that id.
 */
function hasIdOf({ schema, idProperty, itemPath }: Resource, path: string): boolean {
  const name = itemNameIn(path, itemPath);
  return name === undefined || name === idProperty || !propertiesOf(schema).has(name);
}

/** The parent that lies below all others. */
const nearest = (parents: readonly Parent[]): Parent | undefined =>
  parents.find(({ parent }) =>
    parents.every(
      (other) => other.parent === parent || namesAbove(parent.itemPath ?? '', other.parent.itemPath) !== undefined,
    ),
  );

/** Whether the path is a word behind the collection's, and the reply has records of the same schema at the same place. */
function showsListOf({ collectionPath, operations: { list }, shown }: Resource, operation: Operation): boolean {
  if (list === undefined || (operation.method !== 'GET' && operation.method !== 'POST')) return false;
  const rest = operation.path.startsWith(collectionPath) ? operation.path.slice(collectionPath.length) : '';
  if (!/^[/:][^/{}]+\/?$/.test(rest)) return false;
  const itemsIn = (one: Operation): Schema | undefined => {
    const reply = schemaOfReply(one);
    return reply && itemsOf(schemaAt(reply, shown.list ?? []));
  };
  const items = itemsIn(operation);
  return items !== undefined && items === itemsIn(list);
}

/** Where a reply shows the parent's record: as its read does, or where it has the very schema of the record. */
function stepsToRecord({ schema, operations, shown }: Resource, operation: Operation): Steps | undefined {
  const reply = schemaOfReply(operation);
  if (reply === undefined) return undefined;
  if (reply === schema) return [];
  if (reply === schemaOfReply(operations.read)) return shown.read;
  const found = [...propertiesOf(reply).values()].find((property) => property.schema === schema);
  return found && [found.name];
}

function schemaOfReply(operation: Operation | undefined): Schema | undefined {
  return operation === undefined ? undefined : jsonMediaType(successOf(operation)?.reply.content ?? [])?.schema;
}
