/** Members of a record that have paths of their own: `/orders/{orderId}/address`. */
import { isObject, itemsOf, own, type Property } from '../../../openapi/contract';
import type { Outcome } from '../../http/reply';
import { firstMade } from '../../values/fitting';
import type { StoredRecord } from '../../world/stores/records';
import { aboveOf, recordAt, updateAt } from '../at-path';
import { mergePatch, toRecord } from '../fields';
import { changedBy, isJsonPatch } from '../item';
import type { Task } from '../model';
import { withSetAtChange } from '../new-record';
import { exampleOf, outcomeOf, shownOrExample, succeedWith } from '../success';
import { type CustomOnPart, isHolder, stepsToRecord } from './kinds';

/** Shows the member of the record or changes it there, so that the record shows it, too. */
export async function actOnPart(task: Task, { parent: of, property }: CustomOnPart): Promise<Outcome> {
  const { parent } = of;
  const above = aboveOf(task, of);
  const record =
    task.operation.method === 'GET'
      ? await recordAt(above, parent)
      : await updateAt(above, parent, (before, scope, id) => {
          const fields = () => withSetAtChange(above, parent, before, changed(task, property, before));
          return toRecord(above, parent, scope, id, fields, () => before);
        });
  const steps = stepsToRecord(parent, task.operation);
  return steps === undefined ? show(task, property, record) : succeedWith(task, parent, record, steps);
}

function show(task: Task, property: Property, record: StoredRecord): Outcome {
  const value = own(record, property.name);
  return outcomeOf(task, (media) => {
    const { schema } = media;
    if (schema === undefined) return value;
    const wrapped = (shown: unknown) => (isHolder(schema, property) ? { [property.name]: shown } : shown);
    if (value !== undefined) return shownOrExample(media, schema, wrapped(value), task.source);
    const nothing = itemsOf(property.schema) === undefined ? {} : [];
    return firstMade(
      schema,
      () => wrapped(nothing),
      () => exampleOf(media, task.source),
    );
  });
}

/** The record with what the request makes of its member. */
function changed(task: Task, property: Property, before: StoredRecord): StoredRecord {
  const { operation, input } = task;
  const { name, schema } = property;
  const { [name]: old, ...others } = before;
  if (operation.method === 'DELETE') return others;
  const isHeld = isHolder(input.bodyType?.schema ?? {}, property);
  const sent = isHeld && isObject(input.body) ? own(input.body, name) : input.body;
  if (operation.method !== 'PATCH') return { ...before, [name]: sent };
  return { ...before, [name]: isJsonPatch(task) ? changedBy(task, old) : mergePatch(old, sent, schema) };
}
