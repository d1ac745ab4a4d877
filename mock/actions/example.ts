import { fits, isObject, partAt, type Resource, roleOf, withPart } from '../../openapi/contract';
import type { Outcome } from '../http/outcome';
import { settable } from './fields';
import type { Task } from './model';
import { exampleOf, outcomeOf } from './success';

/** The answer of an operation that belongs to no resource. */
export const answerExample = (task: Task): Outcome => outcomeOf(task, (media) => exampleOf(media, task.source));

/** The example of a reply, whose record has what the request sets, as far as the contract lets both be shown. */
export function answerExampleAsSent(task: Task, resource: Resource): Outcome {
  const role = roleOf(resource, task.operation);
  const steps = (role && resource.shown[role]) ?? [];
  return outcomeOf(task, (media) => {
    const example = exampleOf(media, task.source);
    const record = partAt(example, steps);
    if (media.schema === undefined || !isObject(record)) return example;
    const asSent = withPart(media.schema, example, steps, { ...record, ...settable(task, resource) });
    return fits(media.schema, 'response', asSent) ? asSent : example;
  });
}
