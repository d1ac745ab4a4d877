import { type Action, succeedWith } from './action';
import { settableWithDefaults, toRecord } from './fields';
import { recordAt } from './place';

/** Puts what the body says in place of the record that the path names; the id stays. */
export const replace: Action = async (task, resource) => {
  const { place, id } = await recordAt(task, resource);
  const record = toRecord(task, resource, place, id, settableWithDefaults(task, resource));
  await task.world.records.put(place.collection, id, record);
  return succeedWith(task, resource, record);
};
