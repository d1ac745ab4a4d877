import { outOfIds } from '../errors/problems';
import { OutOfIds } from '../world/records';
import { type Action, succeedWith } from './action';
import { settable, settableWithDefaults, toRecord } from './fields';
import { idPolicyOf } from './ids';
import { placeOf } from './place';

/** Stores a new record under an id of the mock's own. */
export const create: Action = async (task, resource) => {
  const place = await placeOf(task, resource);
  try {
    const record = await task.world.records.insert(place.collection, idPolicyOf(task.world, resource), (id) =>
      toRecord(
        task,
        resource,
        place,
        id,
        () => settableWithDefaults(task, resource),
        () => settable(task, resource),
      ),
    );
    return succeedWith(task, resource, record);
  } catch (error) {
    throw error instanceof OutOfIds ? outOfIds(resource.name) : error;
  }
};
