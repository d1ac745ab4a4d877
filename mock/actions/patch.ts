import { isObject, type Resource } from '../../openapi/contract';
import type { Outcome } from '../http/outcome';
import { updateAt } from './at-path';
import { mergePatch, settable, toRecord } from './fields';
import type { Action, Task } from './model';
import { orExample } from './or-example';
import { withSetAtChange } from './set-by-service';
import { succeedWith } from './success';

/** Changes what the body names of the record that the path names (JSON Merge Patch, RFC 7396). */
export const patch: Action = (task, resource) => orExample(task, resource, () => patched(task, resource));

async function patched(task: Task, resource: Resource): Promise<Outcome> {
  const record = await updateAt(task, resource, (before, place, id) => {
    const merged = mergePatch(before, settable(task, resource), resource.schema);
    return toRecord(task, resource, place, id, () =>
      withSetAtChange(task, resource, before, isObject(merged) ? merged : before),
    );
  });
  return succeedWith(task, resource, record);
}
