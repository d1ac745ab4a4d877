/** A new record: under the id that its client chooses, a slug, or the next of the mock's own. */
import {
  isObject,
  isUsualId,
  itemsOf,
  type Operation,
  own,
  type Resource,
  schemaOfReply,
} from '../../openapi/contract';
import { idTaken, outOfIds } from '../errors/problems';
import { documentsRefusal } from '../errors/refusal';
import type { Outcome } from '../http/reply';
import { boundOfIds, idPolicyOf, isRequestable, slugsOf } from '../resources/ids';
import { typedAs } from '../resources/record';
import { type Id, OutOfIds, type StoredRecord } from '../world/stores/records';
import { type Reached, reach } from './at-path';
import { hasStatus } from './conditional';
import { orExample } from './example';
import { settable } from './fields';
import type { Action, Task } from './model';
import { newRecord } from './new-record';
import { stepsToList } from './shown-id';
import { succeedWith, withLocation } from './success';
import { refuseTakenValues } from './taken';

/** Stores a new record under the id that its client has chosen, where it may; else under one of the mock's own. */
export const create: Action = (task, resource) =>
  orExample(task, resource, async () => {
    const { body } = task.input;
    if (Array.isArray(body) && body.length > 0) return createdEach(task, resource, body);
    const { id, record } = await created(task, resource);
    return withLocation(task, resource, id, succeedWith(task, resource, record));
  });

/** Stores a record for each item of a body that is a list of them, and shows all, or the first where the reply shows one. */
async function createdEach(task: Task, resource: Resource, bodies: readonly unknown[]): Promise<Outcome> {
  const { input } = task;
  const bodyType = input.bodyType && { ...input.bodyType, schema: itemsOf(input.bodyType.schema) };
  const records: StoredRecord[] = [];
  for (const body of bodies)
    records.push((await created({ ...task, input: { ...input, body, bodyType } }, resource)).record);
  const steps = stepsToList(resource, schemaOfReply(task.operation) ?? {});
  return steps === undefined
    ? succeedWith(task, resource, records[0] ?? {})
    : succeedWith(task, resource, records, steps);
}

async function created(task: Task, resource: Resource): Promise<{ readonly id: Id; readonly record: StoredRecord }> {
  const reached = reach(task, resource);
  const { scope, records } = reached;
  try {
    if (resource.otherKeys.length > 0) await refuseTakenKeys(task, resource, reached);
    await refuseTakenValues(task, resource);
    const named = hasNames(resource, task.operation) ? await createNamed(task, resource, reached) : undefined;
    if (named !== undefined) return named;
    let newId: Id = '';
    const record = await records.insert(scope.collection, idPolicyOf(task.source, resource), (id) => {
      newId = id;
      return newRecord(task, resource, scope, id);
    });
    return { id: newId, record };
  } catch (error) {
    throw error instanceof OutOfIds ? outOfIds(resource.name, boundOfIds(resource)) : error;
  }
}

/** @throws Problem where a path could mean a record by what the body says, and the document has a reply for that */
async function refuseTakenKeys(task: Task, { name, otherKeys }: Resource, { scope, records }: Reached): Promise<void> {
  if (!hasStatus(task.operation, 409)) return;
  for (const property of otherKeys) {
    const value = isObject(task.input.body) ? own(task.input.body, property) : undefined;
    if (value === undefined) continue;
    const conditions = [...scope.belongs, { property, anyOf: [value] }];
    const found = await records.list(scope.collection, conditions, 1);
    if (found.length > 0) throw idTaken(name, value, task.operation);
  }
}

/** Whether ids may be others than those that the mock counts up. */
const hasNames = (resource: Resource, operation: Operation): boolean =>
  sentAs(resource, operation) !== undefined || (resource.idProperty?.toLowerCase().endsWith('slug') ?? false);

/** The member of a body that may choose the id: where the document describes no body, a natural key may well do. */
const sentAs = ({ idSentAs, idProperty }: Resource, { body }: Operation): string | undefined =>
  body === undefined && idProperty !== undefined && !isUsualId(idProperty) ? idProperty : idSentAs;

/** Stores a new record under a free id of the body or its title, if any. @throws Problem where the client had to choose one */
async function createNamed(
  task: Task,
  resource: Resource,
  { scope, records, parents }: Reached,
): Promise<{ readonly id: Id; readonly record: StoredRecord } | undefined> {
  // The record is made before it is stored: a missing parent is a reason to refuse before what is wrong with it.
  if (parents !== undefined) await parents;
  const chosen = chosenId(task, resource);
  const ids = chosen === undefined ? slugsOf(resource, settable(task, resource)) : [chosen];
  for (const id of ids) {
    const record = newRecord(task, resource, scope, id);
    if (!(await records.add(scope.collection, id, record))) continue;
    return { id, record };
  }
  if (chosen === undefined) return undefined;
  if (hasStatus(task.operation, 409)) throw idTaken(resource.name, chosen, task.operation);
  if (resource.idChoice !== 'client') return undefined;
  // What is added a second time, such as a tag to a conversation, is there: no reply is documented that says otherwise.
  if (documentsRefusal(task.operation, 'conflict')) throw idTaken(resource.name, chosen, task.operation);
  const record = newRecord(task, resource, scope, chosen);
  await records.put(scope.collection, chosen, record);
  return { id: chosen, record };
}

/** What no path can ask for is no id. */
function chosenId({ input: { body }, operation }: Task, resource: Resource): Id | undefined {
  const { idProperty, idParameter } = resource;
  const idSentAs = sentAs(resource, operation);
  if (idSentAs === undefined || !isObject(body)) return undefined;
  const sent = own(body, idSentAs);
  // Where records show none, it is what the path has.
  const id = idProperty === undefined ? typedAs(idParameter?.schema, sent) : sent;
  return isRequestable(resource, id) ? id : undefined;
}
