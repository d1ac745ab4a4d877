import { recordAt } from './at-path';
import type { Action } from './model';
import { succeedWith } from './success';

/** The record that the path names. */
export const read: Action = async (task, resource) => succeedWith(task, resource, await recordAt(task, resource));
