import { after } from '../world/stores/awaitable';
import { type Action, succeedWith } from './action';
import { recordAt } from './place';

/** The record that the path names. */
export const read: Action = (task, resource) =>
  after(recordAt(task, resource), ({ record }) => succeedWith(task, resource, record));
