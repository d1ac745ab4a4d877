import { outOfIds } from '../errors/problems';
import { type Id, OutOfIds } from '../world/records';
import { after, recover } from '../world/stores/awaitable';
import { type Action, succeedWith } from './action';
import { recordAsSent } from './as-sent';
import { settable, settableWithDefaults, toRecord } from './fields';
import { idPolicyOf } from './ids';
import { placeOf } from './place';

/** Stores a new record under an id of the mock's own. */
export const create: Action = (task, resource) =>
  after(placeOf(task, resource), (place) => {
    const withDefaults = () => settableWithDefaults(task, resource);
    const without = () => settable(task, resource);
    const build = (id: Id) =>
      recordAsSent(task, resource, place, id) ?? toRecord(task, resource, place, id, withDefaults, without);
    const insert = () => task.world.records.insert(place.collection, idPolicyOf(task.world, resource), build);
    return after(
      recover(insert, (error) => {
        throw error instanceof OutOfIds ? outOfIds(resource.name) : error;
      }),
      (record) => succeedWith(task, resource, record),
    );
  });
