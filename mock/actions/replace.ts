import { type Action, succeedWith } from './action';
import { keepReadOnly, settable, settableWithDefaults, toRecord } from './fields';
import { recordAt } from './place';

/** Puts what the body says in place of the record that the path names; the id and what is `readOnly` stay. */
export const replace: Action = async (task, resource) => {
  const { place, id, record: before } = await recordAt(task, resource);
  const attempts = [settableWithDefaults, settable].map((fieldsOf) => () => {
    return keepReadOnly(resource.schema, before, fieldsOf(task, resource));
  });
  const record = toRecord(task, resource, place, id, ...attempts);
  await task.world.records.put(place.collection, id, record);
  return succeedWith(task, resource, record);
};
