import type { Action } from './model';
import { recordAt } from './place';
import { succeedWith } from './success';

/** The record that the path names. */
export const read: Action = async (task, resource) => succeedWith(task, resource, await recordAt(task, resource));
