import { outOfIds } from '../errors/problems';
import { type Id, OutOfIds } from '../world/stores/records';
import { recordAsSent } from './as-sent';
import { placeOf } from './at-path';
import { settable, settableWithDefaults, toRecord } from './fields';
import { idPolicyOf } from './ids';
import type { Action } from './model';
import { succeedWith } from './success';

/** Stores a new record under an id of the mock's own. */
export const create: Action = async (task, resource) => {
  const place = await placeOf(task, resource);
  const withDefaults = () => settableWithDefaults(task, resource);
  const without = () => settable(task, resource);
  const build = (id: Id) =>
    recordAsSent(task, resource, place, id) ?? toRecord(task, resource, place, id, withDefaults, without);
  try {
    const record = await task.records.insert(place.collection, idPolicyOf(task.source, resource), build);
    return succeedWith(task, resource, record);
  } catch (error) {
    throw error instanceof OutOfIds ? outOfIds(resource.name) : error;
  }
};
