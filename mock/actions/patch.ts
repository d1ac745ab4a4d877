import { isObject } from '../../openapi/contract';
import { updateAt } from './at-path';
import { mergePatch, settable, toRecord } from './fields';
import type { Action } from './model';
import { succeedWith } from './success';

/** Changes what the body names of the record that the path names (JSON Merge Patch, RFC 7396). */
export const patch: Action = async (task, resource) => {
  const record = await updateAt(task, resource, (before, place, id) => {
    const merged = mergePatch(before, settable(task, resource), resource.schema);
    return toRecord(task, resource, place, id, () => (isObject(merged) ? merged : before));
  });
  return succeedWith(task, resource, record);
};
