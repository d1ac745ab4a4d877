import { isObject } from '../../openapi/contract';
import { type Action, succeedWith } from './action';
import { mergePatch, settable, toRecord } from './fields';
import { recordAt } from './place';

/** Changes what the body names of the record that the path names (JSON Merge Patch, RFC 7396). */
export const patch: Action = async (task, resource) => {
  const { place, id, record: before } = await recordAt(task, resource);
  const merged = mergePatch(before, settable(task, resource), resource.schema);
  const record = toRecord(task, resource, place, id, () => (isObject(merged) ? merged : before));
  await task.world.records.put(place.collection, id, record);
  return succeedWith(task, resource, record);
};
