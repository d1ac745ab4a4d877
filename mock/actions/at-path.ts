import { isObject, type Operation, type Resource } from '../../openapi/contract';
import { recordsUnder } from '../behaviours/listing';
import { notFound, Problem } from '../errors/problems';
import { documentsRefusal } from '../errors/refusal';
import { idPolicyOf } from '../resources/ids';
import { asOf } from '../resources/jobs';
import { idOf, idPropertyOf, typedAs } from '../resources/record';
import { type Parent, type PathValues, parentsOf, type Scope, scopeAt } from '../resources/scope';
import type { Condition, Id, Records, StoredRecord } from '../world/stores/records';
import type { Awaitable } from '../world/stores/store';
import { checkVersion } from './conditional';
import type { Task } from './model';

/** Where a request's path leads to. */
export interface Reached {
  readonly scope: Scope;
  /** Those of the request; where the scope has parents, for steps that count only where these are there. */
  readonly records: Records;
  /** Undefined where the scope has none. Rejects by a Problem 404 where one of those that the contract knows is not there. */
  readonly parents: Promise<void> | undefined;
}

/** The scope that a request's path means. Its parents are being looked for. */
export function reach(task: Task, resource: Resource): Reached {
  const { contract, input, records, behaviours } = task;
  const under = (some: Records): Records => recordsUnder(behaviours, resource, some);
  const scope = scopeAt(contract, resource, input.path);
  const ofContract = parentsOf(contract, resource);
  if (ofContract.length === 0) return { scope, records: under(records), parents: undefined };
  const parents = checkParents(task, ofContract);
  // Each step hears of it.
  parents.catch(() => {});
  return { scope, records: under(records.gated(parents)), parents };
}

/** Reads a list in a scope. Where no reply is documented for a parent that is not there, the list is empty. */
export function listBelow<Found>(
  task: Task,
  { scope, records, parents }: Reached,
  conditions: readonly Condition[],
  read: (records: Records, conditions: readonly Condition[]) => Awaitable<Found>,
): Awaitable<Found> {
  const all = [...scope.belongs, ...conditions];
  if (parents === undefined || documentsRefusal(task.operation, 'notFound')) return read(records, all);
  // What lay below one that was deleted may be kept, and is not shown.
  const none = () => read(task.records, [...all, NO_RECORD]);
  return Promise.resolve(read(records, all)).catch((error: unknown) => {
    if (error instanceof Problem) return none();
    throw error;
  });
}

/** A condition that no record meets. */
const NO_RECORD: Condition = { property: '', anyOf: [] };

/** @throws Problem 404 when there is no record of one of these parents that the request's path names */
export function checkParents({ contract, records, operation, input }: Task, parents: readonly Parent[]): Promise<void> {
  let checked: Promise<void> | undefined;
  for (const { parent, pathOf } of parents) {
    const path = pathOf(input.path);
    const id = idIn(path, parent);
    const { collection, belongs } = scopeAt(contract, parent, path);
    const look = async (from: Records): Promise<void> => {
      if ((await from.get(collection, id, belongs)) === undefined) refuse(operation, parent, id);
    };
    checked = look(checked === undefined ? records : records.gated(checked));
  }
  return checked ?? Promise.resolve();
}

/** The record that a request's path names: its id, and where it is stored. */
function itemAt(task: Task, resource: Resource): Reached & { readonly id: Id } {
  const id = idMeant(task, resource);
  const { scope, records, parents } = reach(task, resource);
  return { scope, records, parents, id };
}

/** @throws Problem 404 when the request's path names no record */
export async function recordAt(task: Task, resource: Resource): Promise<StoredRecord> {
  const { id, scope, records } = itemAt(task, resource);
  const record = await records.get(scope.collection, id, scope.belongs);
  return record === undefined ? refuse(task.operation, resource, id) : asOf(task.contract, resource, record, task.now);
}

/** The step that changes a record, if it is of the version that the request asks for. */
const stepOf =
  (task: Task, resource: Resource, change: Change, scope: Scope, id: Id) =>
  (stored: StoredRecord): StoredRecord => {
    const before = asOf(task.contract, resource, stored, task.now);
    checkVersion(task, before);
    return change(before, scope, id);
  };

/** Replaces the record that a request's path names by what `change` makes of it, in one step. @throws Problem 404 when there is none */
export async function updateAt(task: Task, resource: Resource, change: Change): Promise<StoredRecord> {
  const { id, scope, records } = itemAt(task, resource);
  const step = stepOf(task, resource, change, scope, id);
  const changed = await records.update(scope.collection, id, step, scope.belongs);
  return changed ?? refuse(task.operation, resource, id);
}

/** Replaces that record, or stores a new one at its path. @throws Problem 404 when another parent has it */
export async function putAt(
  task: Task,
  resource: Resource,
  change: Change,
  make: (scope: Scope, id: Id) => StoredRecord,
): Promise<{ readonly record: StoredRecord; readonly isNew: boolean }> {
  const { id, scope, records } = itemAt(task, resource);
  const { collection, belongs } = scope;
  const step = stepOf(task, resource, change, scope, id);
  // Other requests may delete it after the first step, or store it before the second: then both are repeated.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const changed = await records.update(collection, id, step, belongs);
    if (changed !== undefined) return { record: changed, isNew: false };
    checkVersion(task, undefined);
    if (task.named !== undefined) return putNamed(task, resource, task.named, { scope, records }, step, make);
    const record = make(scope, id);
    if (await records.add(collection, id, record)) return { record, isNew: true };
  }
  return refuse(task.operation, resource, id);
}

/** Stores a new record under an id of the mock's, with the name that the path has for it. */
async function putNamed(
  task: Task,
  resource: Resource,
  name: Condition,
  { scope, records }: Pick<Reached, 'scope' | 'records'>,
  ...[step, make]: readonly [(before: StoredRecord) => StoredRecord, (scope: Scope, id: Id) => StoredRecord]
): Promise<{ readonly record: StoredRecord; readonly isNew: boolean }> {
  const { idProperty = '' } = resource;
  const belongs = [...scope.belongs, name];
  const record = await records.insert(scope.collection, idPolicyOf(task.source, resource), (id) =>
    make({ ...scope, belongs }, id),
  );
  const own = idOf(record, idProperty);
  const [first] = await records.list(scope.collection, belongs, 1);
  const id = first && idOf(first, idProperty);
  if (own === undefined || id === undefined || id === own) return { record, isNew: true };
  // Another request has stored one of that name meanwhile.
  await records.delete(scope.collection, own);
  const changed = await records.update(scope.collection, id, step, belongs);
  return changed === undefined ? refuse(task.operation, resource, id) : { record: changed, isNew: false };
}

type Change = (before: StoredRecord, scope: Scope, id: Id) => StoredRecord;

const MOST_TRIES = 10;

/** @throws Problem 404 when there is none */
export async function deleteAt(task: Task, resource: Resource): Promise<StoredRecord> {
  const { id, scope, records } = itemAt(task, resource);
  const check = (before: StoredRecord): void => checkVersion(task, asOf(task.contract, resource, before, task.now));
  return (await records.delete(scope.collection, id, scope.belongs, check)) ?? refuse(task.operation, resource, id);
}

/** The same task at the path of a record above. */
export const aboveOf = (task: Task, { pathOf }: Parent): Task => ({
  ...task,
  input: { ...task.input, path: pathOf(task.input.path) },
});

/** What an action gives or, where a record is not there that it needs, something else. */
export async function unlessMissing<Given>(action: () => Promise<Given>, otherwise: () => Given): Promise<Given> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return otherwise();
    throw error;
  }
}

function refuse(operation: Operation, { name }: Resource, id: Id | undefined): never {
  throw notFound(name, id, operation);
}

/** The id of an item in its path, as its records have it. Parameters that name an item have a type that ids have. */
export function idIn(path: PathValues, resource: Resource): Id {
  const { idParameter } = resource;
  return typedAs(idPropertyOf(resource) ?? idParameter?.schema, path[idParameter?.name ?? '']) as Id;
}

/** The id that a request means: that of its path or, where this names no item, that of the record in its body. */
export function idMeant({ input, operation }: Task, resource: Resource): Id {
  const { idParameter, idProperty } = resource;
  if (idParameter === undefined || Object.hasOwn(input.path, idParameter.name)) return idIn(input.path, resource);
  const id = isObject(input.body) && idProperty !== undefined ? idOf(input.body, idProperty) : undefined;
  return id ?? refuse(operation, resource, undefined);
}
