/** What operations do that have no role among those of a resource: singletons, searches, actions on a record, examples. */
import {
  type Contract,
  isObject,
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
import { doneBefore } from '../errors/problems';
import { documentsRefusal } from '../errors/refusal';
import type { Outcome } from '../http/reply';
import { instantsAt } from '../resources/instants';
import { type Parent, parentsOfPath } from '../resources/scope';
import { type Effect, effectOf, isDone } from '../resources/states';
import type { StoredRecord } from '../world/stores/records';
import { checkParents, recordAt, unlessMissing, updateAt } from './at-path';
import { hasStatus } from './conditional';
import { answerExample, answerFormAsSent } from './example';
import { mergePatch, settable, toRecord } from './fields';
import { list } from './list';
import type { Task } from './model';
import { withSetAtChange } from './new-record';
import { actOnSingleton } from './singleton';
import { succeedWith } from './success';

/** The answer of an operation that has no role among those of a resource. */
export function answerCustom(task: Task): Outcome | Promise<Outcome> {
  const custom = customOf(task.contract)(task.operation);
  if (custom.kind === 'singleton') return actOnSingleton(task, custom, mayMiss(task) ? custom.parents : []);
  if (custom.kind === 'list') return list(withBodyAsQuery(task), custom.resource);
  if (custom.kind === 'record') {
    const show = () => withRecord(task, custom);
    return mayMiss(task) ? show() : unlessMissing(show, () => answerExample(task));
  }
  const isBelow = custom.parents.length > 0 && mayMiss(task);
  return isBelow || custom.change !== undefined
    ? belowRecords(task, isBelow ? custom.parents : [], custom.change)
    : answerFormAsSent(task);
}

/** Whether the operation says what it answers where there is no such record. */
const mayMiss = ({ operation }: Task): boolean => documentsRefusal(operation, 'notFound');

async function belowRecords(task: Task, parents: readonly Parent[], change: Change | undefined): Promise<Outcome> {
  await checkParents(task, parents);
  if (change !== undefined) {
    const { parent, effect } = change;
    await unlessMissing<StoredRecord | undefined>(
      () => changed(task, parent, effect, {}),
      () => undefined,
    );
  }
  return answerFormAsSent(task);
}

/** The body of a search asks for what a list's query does. */
function withBodyAsQuery(task: Task): Task {
  const { input } = task;
  return isObject(input.body) ? { ...task, input: { ...input, query: { ...input.body, ...input.query } } } : task;
}

/** Shows the record that the operation is about; what the body says of its properties is kept, so that later replies show it. */
async function withRecord(task: Task, { parent, steps, effect }: CustomOnRecord): Promise<Outcome> {
  const isChange = effect !== undefined || (task.operation.method !== 'GET' && isObject(task.input.body));
  const record = isChange
    ? await changed(task, parent, effect, sentOf(task, parent))
    : await recordAt(aboveOf(task, parent), parent.parent);
  return succeedWith(task, parent.parent, record, steps);
}

const aboveOf = (task: Task, { pathOf }: Parent): Task => ({
  ...task,
  input: { ...task.input, path: pathOf(task.input.path) },
});

/** What the body says of the record's properties. */
const sentOf = (task: Task, of: Parent): Readonly<Record<string, unknown>> =>
  isObject(task.input.body) ? settable(aboveOf(task, of), of.parent) : {};

/** The record of a parent, with what the operation makes of it and what was sent for its properties. */
function changed(
  task: Task,
  of: Parent,
  effect: Effect | undefined,
  sent: Readonly<Record<string, unknown>>,
): Promise<StoredRecord> {
  const { parent } = of;
  const above = aboveOf(task, of);
  const done = effect === undefined ? {} : { ...effect.values, ...instantsAt(task.source.now, effect.instants) };
  return updateAt(above, parent, (before, place, id) => {
    const isAgain = effect !== undefined && isDone(effect, before) && hasStatus(task.operation, 409);
    if (isAgain) throw doneBefore(parent.name, id);
    const merged = mergePatch(before, { ...done, ...sent }, parent.schema);
    return toRecord(
      above,
      parent,
      place,
      id,
      () => withSetAtChange(above, parent, before, isObject(merged) ? merged : before),
      () => withSetAtChange(above, parent, before, { ...before, ...done }),
      () => before,
    );
  });
}

/** What an operation does that has no role among those of a resource. */
type Custom =
  /** It shows or changes what has a path of its own. */
  | {
      readonly kind: 'singleton';
      readonly singleton: Singleton;
      readonly role: SingletonRole;
      readonly parents: readonly Parent[];
    }
  /** It shows a resource's list, as `POST /things/search` does. */
  | { readonly kind: 'list'; readonly resource: Resource }
  | CustomOnRecord
  /** It is answered from its example, where all parents are there; it may do something with the last one's record. */
  | { readonly kind: 'example'; readonly parents: readonly Parent[]; readonly change: Change | undefined };

/** What is made of the record of a parent. */
interface Change {
  readonly parent: Parent;
  readonly effect: Effect;
}

/** It does something with the record of the last parent, and shows that record. */
interface CustomOnRecord {
  readonly kind: 'record';
  readonly parent: Parent;
  readonly steps: Steps;
  readonly effect: Effect | undefined;
}

/** What the operations of a contract do that have no role. */
const customOf = memoized((contract: Contract) =>
  memoized((operation: Operation): Custom => {
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
