import { type Action, succeedWith } from './action';
import { recordAt } from './place';

/** Deletes the record that the path names; a reply that shows one shows what it was. */
export const remove: Action = async (task, resource) => {
  const { place, id, record } = await recordAt(task, resource);
  await task.world.records.delete(place.collection, id);
  return succeedWith(task, resource, record);
};
