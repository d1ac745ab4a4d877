import { isObject } from '../../openapi/contract';
import { Problem } from '../errors/problems';
import { documentsRefusal } from '../errors/refusal';
import type { Outcome } from '../http/reply';
import type { Parent } from '../resources/scope';
import type { StoredRecord } from '../world/stores/records';
import type { Effect } from './action-effect';
import { checkParents, recordAt, updateAt } from './at-path';
import { answerExample, answerFormAsSent } from './example';
import { mergePatch, settable, toRecord } from './fields';
import { list } from './list';
import type { Task } from './model';
import { actOnSingleton } from './singleton';
import { succeedWith } from './success';
import { type Change, deedsOf, type RecordDeed } from './without-role';

/** The answer of an operation that has no role among those of a resource. */
export function doOtherwise(task: Task): Outcome | Promise<Outcome> {
  const deed = deedsOf(task.contract)(task.operation);
  if (deed.kind === 'singleton') return actOnSingleton(task, deed, mayMiss(task) ? deed.parents : []);
  if (deed.kind === 'list') return list(withBodyAsQuery(task), deed.resource);
  if (deed.kind === 'record') return mayMiss(task) ? withRecord(task, deed) : withRecordOrNone(task, deed);
  const isBelow = deed.parents.length > 0 && mayMiss(task);
  return isBelow || deed.change !== undefined
    ? belowRecords(task, isBelow ? deed.parents : [], deed.change)
    : answerFormAsSent(task);
}

/** Whether the operation says what it answers where there is no such record. */
const mayMiss = ({ operation }: Task): boolean => documentsRefusal(operation, 'notFound');

/** Where nothing is documented for a record that is not there, the example is answered. */
const withRecordOrNone = (task: Task, deed: RecordDeed): Promise<Outcome> =>
  withRecord(task, deed).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') return answerExample(task);
    throw error;
  });

async function belowRecords(task: Task, parents: readonly Parent[], change: Change | undefined): Promise<Outcome> {
  await checkParents(task, parents);
  if (change !== undefined) await changed(task, change.parent, change.effect, {}).catch(ignoreMissing);
  return answerFormAsSent(task);
}

/** Where no reply is documented for a record that is not there, nothing is done. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Problem && error.code === 'not_found')) throw error;
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
async function withRecord(task: Task, { parent, steps, effect }: RecordDeed): Promise<Outcome> {
  const isChange = effect !== undefined || (task.operation.method !== 'GET' && isObject(task.input.body));
  const record = isChange
    ? await changed(task, parent, effect, saidOf(task, parent))
    : await recordAt(aboveOf(task, parent), parent.parent);
  return succeedWith(task, parent.parent, record, steps);
}

const aboveOf = (task: Task, { pathOf }: Parent): Task => ({
  ...task,
  input: { ...task.input, path: pathOf(task.input.path) },
});

/** What the body says of the record's properties. */
const saidOf = (task: Task, of: Parent): Readonly<Record<string, unknown>> =>
  isObject(task.input.body) ? settable(aboveOf(task, of), of.parent) : {};

/** The record of a parent, with what the operation makes of it and what was said of its properties. */
function changed(
  task: Task,
  of: Parent,
  effect: Effect | undefined,
  said: Readonly<Record<string, unknown>>,
): Promise<StoredRecord> {
  const { parent } = of;
  const above = aboveOf(task, of);
  const done = effect === undefined ? {} : { [effect.property]: effect.value };
  return updateAt(above, parent, (before, place, id) => {
    const merged = mergePatch(before, { ...done, ...said }, parent.schema);
    return toRecord(
      above,
      parent,
      place,
      id,
      () => (isObject(merged) ? merged : before),
      () => ({ ...before, ...done }),
      () => before,
    );
  });
}
