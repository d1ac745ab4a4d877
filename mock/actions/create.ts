import { outOfIds } from '../errors/problems';
import { type Id, OutOfIds } from '../world/stores/records';
import { placeOf } from './at-path';
import { idPolicyOf } from './ids';
import { withLocation } from './location';
import type { Action } from './model';
import { newRecord } from './new-record';
import { succeedWith } from './success';

/** Stores a new record under an id of the mock's own. */
export const create: Action = async (task, resource) => {
  const place = await placeOf(task, resource);
  try {
    let newId: Id = '';
    const record = await task.records.insert(place.collection, idPolicyOf(task.source, resource), (id) => {
      newId = id;
      return newRecord(task, resource, place, id);
    });
    return withLocation(task, resource, newId, succeedWith(task, resource, record));
  } catch (error) {
    throw error instanceof OutOfIds ? outOfIds(resource.name) : error;
  }
};
