import { essence, isObject, type Resource } from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import type { StoredRecord } from '../world/stores/records';
import { updateAt } from './at-path';
import { mergePatch, settable, toRecord } from './fields';
import type { Action, Task } from './model';
import { orExample } from './or-example';
import { patchByOperations } from './patch-by-operations';
import { withSetAtChange } from './set-by-service';
import { succeedWith } from './success';

/**
 * Changes what the body names of the record that the path names (JSON Merge Patch, RFC 7396), or applies the operations that
 * it is (JSON Patch, RFC 6902).
 */
export const patch: Action = (task, resource) => orExample(task, resource, () => patched(task, resource));

async function patched(task: Task, resource: Resource): Promise<Outcome> {
  const change = isJsonPatch(task) ? patchByOperations : merged;
  const record = await updateAt(task, resource, (before, place, id) =>
    toRecord(task, resource, place, id, () => withSetAtChange(task, resource, before, change(task, resource, before))),
  );
  return succeedWith(task, resource, record);
}

function merged(task: Task, resource: Resource, before: StoredRecord): StoredRecord {
  const fields = mergePatch(before, settable(task, resource), resource.schema, task.input.bodyType?.schema);
  return isObject(fields) ? fields : before;
}

/** Many documents name this type for bodies that are records, too: only an array is operations. */
const isJsonPatch = ({ input: { body, bodyType } }: Task): boolean =>
  Array.isArray(body) && essence(bodyType?.type ?? '') === 'application/json-patch+json';
