import { outOfIds } from '../errors/problems';
import { OutOfIds } from '../world/stores/records';
import { placeOf } from './at-path';
import { idPolicyOf } from './ids';
import type { Action } from './model';
import { newRecord } from './new-record';
import { succeedWith } from './success';

/** Stores a new record under an id of the mock's own. */
export const create: Action = async (task, resource) => {
  const place = await placeOf(task, resource);
  try {
    const record = await task.records.insert(place.collection, idPolicyOf(task.source, resource), (id) =>
      newRecord(task, resource, place, id),
    );
    return succeedWith(task, resource, record);
  } catch (error) {
    throw error instanceof OutOfIds ? outOfIds(resource.name) : error;
  }
};
