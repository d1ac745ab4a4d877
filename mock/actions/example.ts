import {
  documents,
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
import { Problem } from '../errors/problems';
import type { Outcome } from '../http/reply';
import { NotShowable, settable } from './fields';
import type { Action, Task } from './model';
import { exampleOf, outcomeOf } from './success';
import { withUploads } from './uploads';

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

/** What an action answers or, where the contract does not let that be stored, an example with what was sent. */
export async function orExample(task: Task, resource: Resource, answer: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof NotShowable) return answerExampleAsSent(task, resource);
    throw error;
  }
}

/**
 * Does what deletes a record, what usually changes one as far as can be told from the document, or what reads one by another
 * name than its id. Where there is no such record, and the document has no 404 for that, it succeeds as documented: what is
 * to be deleted is gone, and of the others the example is shown.
 */
export async function otherwiseExample(action: Action, task: Task, resource: Resource): Promise<Outcome> {
  try {
    return await action(task, resource);
  } catch (error) {
    const isMissing = error instanceof Problem && error.code === 'not_found';
    if (isMissing && !documents(task.operation, 404)) return answerExample(task);
    throw error;
  }
}
