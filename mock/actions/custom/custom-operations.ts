/** What operations do that have no role among those of a resource: singletons, searches, actions on a record, examples. */
import { isObject, type MediaType, type Operation, type Resource, withPart } from '../../../openapi/contract';
import { doneBefore, otherState } from '../../errors/problems';
import { documentsRefusal } from '../../errors/refusal';
import type { Outcome } from '../../http/reply';
import { idPolicyOf } from '../../resources/ids';
import { instantsAt } from '../../resources/instants';
import { jobOf } from '../../resources/jobs';
import { type Parent, parentsOfPath, scopeAt } from '../../resources/scope';
import { type Effect, isDone, isForbidden } from '../../resources/states';
import type { Id, StoredRecord } from '../../world/stores/records';
import { aboveOf, checkParents, listBelow, reach, recordAt, unlessMissing, updateAt } from '../at-path';
import type { Above } from '../belonging';
import { hasStatus } from '../conditional';
import { answerExample, answerFormAsSent } from '../example';
import { mergePatch, settable, toRecord } from '../fields';
import { createAt } from '../item';
import { list } from '../list';
import { filtersIn } from '../list-filters';
import type { Task } from '../model';
import { newRecord, withSetAtChange } from '../new-record';
import { withIdOf } from '../shown-id';
import { exampleOf, outcomeOf, succeedWith, withLocation } from '../success';
import { type CustomCount, type CustomExample, type CustomOnRecord, customOf, stepsToRecord } from './kinds';
import { actOnPart } from './part';
import { actOnSingleton } from './singleton';

/** The answer of an operation that has no role among those of a resource. */
export function answerCustom(task: Task): Outcome | Promise<Outcome> {
  const job = jobOf(task.contract)(task.operation);
  if (job !== undefined) return started(task, job);
  const custom = customOf(task.contract)(task.operation);
  if (custom.kind === 'singleton') return actOnSingleton(task, custom, mayMiss(task) ? custom.parents : []);
  if (custom.kind === 'list') return list(asking(task, custom.resource), custom.resource);
  if (custom.kind === 'create') return createAt(task, custom.resource, custom.steps);
  if (custom.kind === 'count') return count(asking(task, custom.resource), custom);
  if (custom.kind === 'example')
    return custom.parents.length === 0 ? answerFormAsSent(task) : belowRecords(task, custom);
  const act = () =>
    custom.kind === 'part'
      ? actOnPart(task, custom)
      : custom.kind === 'copy'
        ? copied(task, custom)
        : withRecord(task, custom);
  return mayMiss(task) ? act() : unlessMissing(act, () => answerExample(task));
}

/** Stores the record of work that is promised, and leads to it. */
async function started(task: Task, job: Resource): Promise<Outcome> {
  const { contract, operation, records, source } = task;
  if (mayMiss(task)) await checkParents(task, parentsOfPath(contract, operation.path));
  const scope = scopeAt(contract, job, {});
  let newId: Id = '';
  const record = await records.insert(scope.collection, idPolicyOf(source, job), (id) => {
    newId = id;
    return newRecord(task, job, scope, id);
  });
  const steps = stepsToRecord(job, operation);
  const told = (media: MediaType) => withIdOf(job, operation, record, media.schema ?? {}, exampleOf(media, source));
  const outcome = steps === undefined ? outcomeOf(task, told) : succeedWith(task, job, record, steps);
  return withLocation(task, job, newId, outcome);
}

/** Whether the operation says what it answers where there is no such record. */
const mayMiss = ({ operation }: Task): boolean => documentsRefusal(operation, 'notFound');

/** The example, which says of the records of the path what they are; where these are not there, what the document has for that. */
async function belowRecords(task: Task, { parents, nearest, effect }: CustomExample): Promise<Outcome> {
  if (mayMiss(task)) await checkParents(task, parents);
  if (nearest === undefined) return answerFormAsSent(task);
  const { parent: resource } = nearest;
  const find = async (): Promise<Above> => ({
    resource,
    record: await (effect === undefined && !isAction(task.operation)
      ? recordAt(aboveOf(task, nearest), resource)
      : changed(task, nearest, effect, isAction(task.operation) ? sentOf(task, nearest) : {})),
  });
  const above = await unlessMissing<Above | undefined>(find, () => undefined);
  return answerFormAsSent(task, above);
}

/** Whether a path says that it does something with the record above: what its body has of the record's properties, the record has then. */
const isAction = ({ path, method }: Operation): boolean =>
  method === 'POST' && /\}(?:\/actions?\/|:)[^/{}]+\/?$/i.test(path);

/** The body of a search asks for what a list's query does. */
function asking(task: Task, { operations: { list: asked } }: Resource): Task {
  const { input, operation } = task;
  const query = isObject(input.body) ? { ...input.body, ...input.query } : input.query;
  return { ...task, operation: asked ?? operation, input: { ...input, query } };
}

/** How many records the list would have. */
async function count(task: Task, { resource, steps }: CustomCount): Promise<Outcome> {
  const reached = reach(task, resource);
  const { collection } = reached.scope;
  const { conditions, tests } = filtersIn(resource, task.input);
  const total = await listBelow<number>(task, reached, conditions, async (records, all) => {
    if (tests.length === 0) return (await records.page(collection, all, { skip: 0 }, 0)).total;
    const found = await records.list(collection, all, Number.POSITIVE_INFINITY);
    return found.filter((record) => tests.every((test) => test(record))).length;
  });
  return outcomeOf(task, (media) => withPart(media.schema, exampleOf(media, task.source), steps, total));
}

/** Stores a copy of the record under an id of its own, with what the body says of its properties, and shows it. */
async function copied(task: Task, { parent: of, steps }: CustomOnRecord): Promise<Outcome> {
  const { parent } = of;
  const above = aboveOf(task, of);
  const original = await recordAt(above, parent);
  const { scope, records } = reach(above, parent);
  const record = await records.insert(scope.collection, idPolicyOf(task.source, parent), (id) =>
    toRecord(
      above,
      parent,
      scope,
      id,
      () => ({ ...original, ...sentOf(task, of) }),
      () => original,
    ),
  );
  return succeedWith(task, parent, record, steps);
}

/** Shows the record that the operation is about; what the body says of its properties is kept, so that later replies show it. */
async function withRecord(task: Task, { parent, steps, effect }: CustomOnRecord): Promise<Outcome> {
  const isChange = effect !== undefined || (task.operation.method !== 'GET' && isObject(task.input.body));
  const record = isChange
    ? await changed(task, parent, effect, sentOf(task, parent))
    : await recordAt(aboveOf(task, parent), parent.parent);
  return succeedWith(task, parent.parent, record, steps);
}

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
    if (effect !== undefined && hasStatus(task.operation, 409)) {
      if (isDone(effect, before)) throw doneBefore(parent.name, id);
      if (isForbidden(task.operation, effect, parent, before)) throw otherState(parent.name, id);
    }
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
