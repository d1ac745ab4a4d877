import {
  essence,
  fits,
  isObject,
  partAt,
  propertiesOf,
  type Resource,
  roleOf,
  type Schema,
  withPart,
} from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import { settable } from './fields';
import type { Task } from './model';
import { exampleOf, outcomeOf } from './success';
import { withUploads } from './told-of-uploads';

/** The answer of an operation that belongs to no resource. */
export const answerExample = (task: Task): Outcome => outcomeOf(task, (media) => exampleOf(media, task.source));

/**
 * The same, with what it tells of files that came with the request, and with the fields of a form in the members of their
 * names, as far as the contract lets both be shown.
 */
export function answerFormAsSent(task: Task): Outcome {
  const { body, bodyType } = task.input;
  const uploads = task.input.uploads?.() ?? [];
  const isForm = FORMS.has(essence(bodyType?.type ?? '')) && isObject(body);
  if (!isForm && uploads.length === 0) return answerExample(task);
  const fields = propertiesOf(bodyType?.schema ?? {});
  return outcomeOf(task, (media) => {
    const { schema = {} } = media;
    const shown = propertiesOf(schema);
    let reply = withUploads(schema, exampleOf(media, task.source), uploads);
    for (const [name, value] of isForm ? Object.entries(body) : []) {
      if (!isObject(reply) || !shown.has(name) || isFile(fields.get(name)?.schema)) continue;
      const asSent = { ...reply, [name]: value };
      if (fits(schema, 'response', asSent)) reply = asSent;
    }
    return reply;
  });
}

const FORMS: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

/** OpenAPI 3.0.3 §4.7.14.2 and 3.1.0 §4.8.14.3: a file is a binary string, or one of a media type. */
const isFile = (schema: Schema = {}): boolean =>
  schema.format === 'binary' || schema.format === 'byte' || schema.contentMediaType !== undefined;

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
