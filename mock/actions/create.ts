import { fits, isObject, own, type Resource } from '../../openapi/contract';
import { idTaken, outOfIds } from '../errors/problems';
import { boundOfIds, idPolicyOf, slugsOf } from '../resources/ids';
import { type Id, OutOfIds, type StoredRecord } from '../world/stores/records';
import { type Reached, reach } from './at-path';
import { answerExampleAsSent } from './example';
import { NotShowable, settable } from './fields';
import type { Action, Task } from './model';
import { newRecord } from './new-record';
import { succeedWith, withLocation } from './success';

/** Stores a new record under the id that its client has chosen, where it may; else under one of the mock's own. */
export const create: Action = async (task, resource) => {
  const reached = reach(task, resource);
  const { scope, records } = reached;
  try {
    const named = hasNames(resource) ? await createNamed(task, resource, reached) : undefined;
    if (named !== undefined) return withLocation(task, resource, named.id, succeedWith(task, resource, named.record));
    let newId: Id = '';
    const record = await records.insert(scope.collection, idPolicyOf(task.source, resource), (id) => {
      newId = id;
      return newRecord(task, resource, scope, id);
    });
    return withLocation(task, resource, newId, succeedWith(task, resource, record));
  } catch (error) {
    // What its schema does not let be stored is answered as the document shows it.
    if (error instanceof NotShowable) return answerExampleAsSent(task, resource);
    throw error instanceof OutOfIds ? outOfIds(resource.name, boundOfIds(resource)) : error;
  }
};

/** Whether ids may be others than those that the mock counts up. */
const hasNames = ({ idChoice, idProperty }: Resource): boolean =>
  idChoice !== 'service' || (idProperty?.toLowerCase().endsWith('slug') ?? false);

/**
 * Stores a new record under an id that the body gives, or that is made of what the body calls the record.
 *
 * @returns undefined where there is no such id, or a record has it that the client need not have known
 * @throws Problem where a record has the id that the client had to choose
 */
async function createNamed(
  task: Task,
  resource: Resource,
  { scope, records, parents }: Reached,
): Promise<{ readonly id: Id; readonly record: StoredRecord } | undefined> {
  // The record is made before it is stored, and what is wrong with it is told only where it could be.
  if (parents !== undefined) await parents;
  const chosen = chosenId(task, resource);
  const ids = chosen === undefined ? slugsOf(resource, settable(task, resource)) : [chosen];
  for (const id of ids) {
    const record = newRecord(task, resource, scope, id);
    if (!(await records.add(scope.collection, id, record))) continue;
    return { id, record };
  }
  if (chosen !== undefined && resource.idChoice === 'client') throw idTaken(resource.name, chosen, task.operation);
  return undefined;
}

function chosenId({ input: { body } }: Task, { idChoice, idProperty, idParameter }: Resource): Id | undefined {
  if (idChoice === 'service' || idProperty === undefined || !isObject(body)) return undefined;
  const id = own(body, idProperty);
  // What no path can ask for is no id.
  const isAskedFor = [id, String(id)].some(
    (one) => idParameter === undefined || fits(idParameter.schema, 'request', one),
  );
  if (!isAskedFor) return undefined;
  return (typeof id === 'string' && id !== '') || typeof id === 'number' || typeof id === 'bigint' ? id : undefined;
}
