import { fits, propertiesOf, type Resource } from '../../openapi/contract';
import { recordAt } from './at-path';
import type { Action, Task } from './model';
import { otherwiseExample } from './otherwise-example';
import { succeedWith } from './success';

/** The record that the path names. */
export const read: Action = (task, resource) =>
  isAlias(task, resource) ? otherwiseExample(show, task, resource) : show(task, resource);

const show: Action = async (task, resource) => succeedWith(task, resource, await recordAt(task, resource));

/** Whether a path has a name that is no id of a record (`/revisions/latest`): it means some record that the document does not tell. */
function isAlias({ input: { path } }: Task, { idParameter, idProperty, schema }: Resource): boolean {
  const id = idParameter === undefined ? undefined : path[idParameter.name];
  // Whoever asks for a name of JavaScript's own means no record, and tries whether there is one.
  if (typeof id !== 'string' || idProperty === undefined || !/^[a-z]/i.test(id) || id in Object.prototype) return false;
  const property = propertiesOf(schema).get(idProperty);
  return property !== undefined && !fits(property.schema, 'response', id);
}
