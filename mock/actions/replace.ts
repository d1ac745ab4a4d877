import { updateAt } from './at-path';
import { keepReadOnly, settable, settableWithDefaults, toRecord } from './fields';
import type { Action } from './model';
import { succeedWith } from './success';

/** Puts what the body says in place of the record that the path names; the id and what is `readOnly` stay. */
export const replace: Action = async (task, resource) => {
  const record = await updateAt(task, resource, (before, place, id) => {
    const attempts = [settableWithDefaults, settable].map((fieldsOf) => () => {
      return keepReadOnly(resource.schema, before, fieldsOf(task, resource));
    });
    return toRecord(task, resource, place, id, ...attempts);
  });
  return succeedWith(task, resource, record);
};
