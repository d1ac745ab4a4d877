import { type Action, succeedWith } from './action';
import { recordAt } from './place';

/** The record that the path names. */
export const read: Action = async (task, resource) =>
  succeedWith(task, resource, (await recordAt(task, resource)).record);
