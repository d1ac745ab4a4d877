import { deleteAt } from './at-path';
import type { Action } from './model';
import { succeedWith } from './success';

/** Deletes the record that the path names; a reply that shows one shows what it was. */
export const remove: Action = async (task, resource) => succeedWith(task, resource, await deleteAt(task, resource));
