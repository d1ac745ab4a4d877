import { deleteAt } from './at-path';
import type { Action } from './model';
import { removeBelow } from './remove-below';
import { succeedWith } from './success';

/**
 * Deletes the record that the path names, and what lies below it and names it; a reply that shows one shows what it was.
 */
export const remove: Action = async (task, resource) => {
  const removed = await deleteAt(task, resource);
  await removeBelow(task, resource);
  return succeedWith(task, resource, removed);
};
