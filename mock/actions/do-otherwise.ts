import { isObject } from '../../openapi/contract';
import { Problem } from '../errors/problems';
import { documentsRefusal } from '../errors/refusal';
import type { Outcome } from '../http/outcome';
import type { Parent } from '../resources/place';
import { checkParents, recordAt, updateAt } from './at-path';
import { answerExample, answerFormAsSent } from './example';
import { mergePatch, settable, toRecord } from './fields';
import { list } from './list';
import type { Task } from './model';
import { actOnSingleton } from './singleton';
import { succeedWith } from './success';
import { deedsOf, type RecordDeed } from './without-role';

/** The answer of an operation that has no role among those of a resource. */
export function doOtherwise(task: Task): Outcome | Promise<Outcome> {
  const deed = deedsOf(task.contract)(task.operation);
  if (deed.kind === 'singleton') return actOnSingleton(task, deed, mayMiss(task) ? deed.parents : []);
  if (deed.kind === 'list') return list(withBodyAsQuery(task), deed.resource);
  if (deed.kind === 'record') return mayMiss(task) ? withRecord(task, deed) : withRecordOrNone(task, deed);
  return deed.parents.length === 0 || !mayMiss(task) ? answerFormAsSent(task) : belowRecords(task, deed.parents);
}

/** Whether the operation says what it answers where there is no such record. */
const mayMiss = ({ operation }: Task): boolean => documentsRefusal(operation, 'notFound');

/** Where nothing is documented for a record that is not there, the example is answered. */
const withRecordOrNone = (task: Task, deed: RecordDeed): Promise<Outcome> =>
  withRecord(task, deed).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') return answerExample(task);
    throw error;
  });

async function belowRecords(task: Task, parents: readonly Parent[]): Promise<Outcome> {
  await checkParents(task, parents);
  return answerFormAsSent(task);
}

/** What a search is asked in its body is what a list is asked in its query. */
function withBodyAsQuery(task: Task): Task {
  const { input } = task;
  return isObject(input.body) ? { ...task, input: { ...input, query: { ...input.body, ...input.query } } } : task;
}

/**
 * Shows the record that the operation is about. What the body says of the record's properties becomes part of it, as far
 * as the contract allows that, so that later replies show the same.
 */
async function withRecord(task: Task, { parent: { parent, pathOf }, steps }: RecordDeed): Promise<Outcome> {
  const above: Task = { ...task, input: { ...task.input, path: pathOf(task.input.path) } };
  const { body } = task.input;
  const isChange = task.operation.method !== 'GET' && isObject(body);
  const record = isChange
    ? await updateAt(above, parent, (before, place, id) => {
        const merged = mergePatch(before, settable(above, parent), parent.schema);
        return toRecord(
          above,
          parent,
          place,
          id,
          () => (isObject(merged) ? merged : before),
          () => before,
        );
      })
    : await recordAt(above, parent);
  return succeedWith(task, parent, record, steps);
}
