/** What kinds of operations there are that have no role among those of a resource, as their paths and schemas say. */
import {
  askedBy,
  type Contract,
  countedBy,
  createdAt,
  haveSameNames,
  itemNameIn,
  itemsOf,
  memoized,
  namesAbove,
  type Operation,
  type Property,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  type Singleton,
  type SingletonRole,
  type Steps,
  schemaOfBody,
  schemaOfReply,
  templateNames,
  typesOf,
} from '../../../openapi/contract';
import { type Parent, parentsOfPath } from '../../resources/scope';
import { type Effect, effectOf } from '../../resources/states';

/** What an operation does that has no role among those of a resource. */
export type Custom =
  /** It shows or changes what has a path of its own. */
  | {
      readonly kind: 'singleton';
      readonly singleton: Singleton;
      readonly role: SingletonRole;
      readonly parents: readonly Parent[];
    }
  /** It shows a resource's list, as `POST /things/search` does. */
  | { readonly kind: 'list'; readonly resource: Resource }
  /** It makes a record at the path of its own. */
  | { readonly kind: 'create'; readonly resource: Resource; readonly steps: Steps }
  | CustomCount
  | CustomOnRecord
  | CustomOnPart
  | CustomExample;

/** It says how many records a list has. */
export interface CustomCount {
  readonly kind: 'count';
  readonly resource: Resource;
  readonly steps: Steps;
}

/** It is answered from its example, where all parents are there; it may do something with the record of the nearest. */
export interface CustomExample {
  readonly kind: 'example';
  readonly parents: readonly Parent[];
  readonly nearest: Parent | undefined;
  readonly effect: Effect | undefined;
}

/** It shows or changes a member of the last parent's record, which has a path of its own. */
export interface CustomOnPart {
  readonly kind: 'part';
  readonly parent: Parent;
  readonly property: Property;
}

/** It does something with the record of the last parent, and shows that record, or a copy of it. */
export interface CustomOnRecord {
  readonly kind: 'record' | 'copy';
  readonly parent: Parent;
  readonly steps: Steps;
  readonly effect: Effect | undefined;
}

/** What the operations of a contract do that have no role. */
export const customOf = memoized((contract: Contract) =>
  memoized((operation: Operation): Custom => {
    const { resources } = contract;
    const parents = parentsOfPath(contract, operation.path).filter(({ parent }) => hasIdOf(parent, operation.path));
    const parent = nearest(parents);
    const property = parent && partAtPath(contract, parent.parent, operation.path);
    if (parent !== undefined && property !== undefined) return { kind: 'part', parent, property };
    for (const resource of resources) {
      const listed = askedBy(resource)(operation);
      if (listed !== undefined) return { kind: 'list', resource: listed };
      const counted = countedBy(resource)(operation);
      if (counted !== undefined) return { kind: 'count', ...counted };
      const made = createdAt(resource)(operation);
      if (made !== undefined) return { kind: 'create', resource, steps: made };
    }
    const own = singletonOf(contract, operation);
    if (own !== undefined) return { kind: 'singleton', ...own, parents };
    if (parent === undefined) return { kind: 'example', parents, nearest: undefined, effect: undefined };
    const steps = stepsToRecord(parent.parent, operation);
    const effect = effectOf(operation, parent.parent);
    return steps === undefined
      ? { kind: 'example', parents, nearest: parent, effect }
      : { kind: isCopy(operation) ? 'copy' : 'record', parent, steps, effect };
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

/** Whether the path has the id of such a record: `/users/{email}/lock` lies below the user of that address, not of that id. */
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

/** Where a reply shows the parent's record: as its read does, or where it has the very schema of the record. */
export function stepsToRecord({ schema, operations, shown }: Resource, operation: Operation): Steps | undefined {
  const reply = schemaOfReply(operation);
  if (reply === undefined) return undefined;
  if (!isRecord(schema)) return undefined;
  if (haveSameNames(reply, schema)) return [];
  if (reply === schemaOfReply(operations.read)) return shown.read;
  const found = [...propertiesOf(reply).values()].find((property) => haveSameNames(property.schema, schema));
  return found && [found.name];
}

const isRecord = (schema: Schema): boolean => propertiesOf(schema).size > 0;

const isCopy = ({ method, path }: Operation): boolean =>
  method === 'POST' && /[/:](?:copy|duplicate|clone|fork|replicate)\/?$/i.test(path);

/** The property of a record that a path below it is about, by its last word and by what each operation there takes and shows. */
function partAtPath({ operations }: Contract, { schema, itemPath = '' }: Resource, path: string): Property | undefined {
  const [, word = ''] = /\}\/([^/:{}]+)\/?$/.exec(path) ?? [];
  if (word === '' || itemNameIn(path, itemPath) !== templateNames(path).at(-1)) return undefined;
  const property = [...propertiesOf(schema).values()].find(({ name }) => plain(name) === plain(word));
  const here = operations.filter((operation) => operation.path === path && PART_METHODS.has(operation.method));
  if (property === undefined || here.length === 0) return undefined;
  const isAbout = (operation: Operation): boolean => {
    const asked = operation.method === 'GET' ? schemaOfReply(operation) : schemaOfBody(operation);
    return operation.method === 'DELETE' || (asked !== undefined && isPart(asked, property));
  };
  return here.some(({ method }) => method !== 'DELETE') && here.every(isAbout) ? property : undefined;
}

const PART_METHODS: ReadonlySet<string> = new Set(['GET', 'PUT', 'PATCH', 'DELETE']);

/** Whether a schema is that of the property, or of an object with the property alone. */
const isPart = (schema: Schema, property: Property): boolean =>
  isAlike(schema, property.schema) || isHolder(schema, property);

/** Whether a schema is that of an object with this property alone. */
export function isHolder(schema: Schema, { name, schema: wanted }: Property): boolean {
  const properties = propertiesOf(schema);
  const own = properties.get(name)?.schema;
  return properties.size === 1 && own !== undefined && isAlike(own, wanted);
}

/** Whether two schemas are of the same: objects with the same members, or values of the same type. */
function isAlike(one: Schema, other: Schema): boolean {
  if (one === other) return true;
  const [items, others] = [itemsOf(one), itemsOf(other)];
  if (items !== undefined && others !== undefined) return isAlike(items, others);
  if (isRecord(one) || isRecord(other)) return haveSameNames(one, other);
  const [types, wanted] = [typesOf(one), typesOf(other)];
  return types.length > 0 && types.some((type) => type !== 'null' && wanted.includes(type));
}
