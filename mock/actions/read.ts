import { after } from '../awaitable';
import { jsonOfRecord } from '../world/record-json';
import { type Action, succeedWith } from './action';
import { recordAt } from './place';

/** The record that the path names. */
export const read: Action = (task, resource) =>
  after(recordAt(task, resource), ({ record }) =>
    succeedWith(task, resource, record, (body) => (body === record ? jsonOfRecord(record) : undefined)),
  );
