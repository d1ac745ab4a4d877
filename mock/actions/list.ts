import { itemsOf, type MediaType, type Resource } from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import { shape } from '../values/shape';
import type { Awaitable } from '../world/stores/awaitable';
import type { StoredRecord } from '../world/stores/records';
import { listBelow, reach } from './at-path';
import { conditionsIn } from './list-conditions';
import { listPage } from './list-page';
import type { Action, Task } from './model';
import type { FoundPage } from './page-facts';
import type { Begin } from './page-request';
import { jsonOf } from './record-json';
import { orderAsked, sortedPage } from './sorting';
import { outcomeOf, succeedWith } from './success';

/** The records that meet every filter, in the order of their ids or as the query asks, as many as the page holds. */
export const list: Action = async (task, resource) => {
  const { input } = task;
  const size = resource.pageSize === undefined ? undefined : input.query[resource.pageSize.name];
  const reached = reach(task, resource);
  const { collection } = reached.place;
  const conditions = conditionsIn(resource, input);
  const listed = (limit: number): Awaitable<readonly StoredRecord[]> =>
    listBelow(task, reached, conditions, (records, all) => records.list(collection, all, limit));
  const { paging, shown } = resource;
  const order = orderAsked(resource, input.query);
  const pageOf = async (begin: Begin, most: number): Promise<FoundPage> =>
    order === undefined
      ? listBelow(task, reached, conditions, (records, all) => records.page(collection, all, begin, most))
      : sortedPage(resource, await listed(Number.POSITIVE_INFINITY), order, begin, most);
  if (paging !== undefined) return listPage(task, resource, paging, shown.list ?? [], pageOf);
  if (order === undefined) return show(task, resource, await listed(limitOf(size)));
  return show(task, resource, (await pageOf({ skip: 0 }, limitOf(size))).records);
};

function show(task: Task, resource: Resource, records: readonly StoredRecord[]): Outcome {
  if (resource.shown.list?.length !== 0) return succeedWith(task, resource, records);
  const bodyOf = ({ schema }: MediaType) => {
    const items = itemsOf(schema);
    if (items === undefined || items === resource.schema) return records;
    return records.map((record) => shape(items, record, task.source));
  };
  return outcomeOf(task, bodyOf, (body) => (body === records ? () => jsonOf(records) : undefined));
}

/** Where the contract allows a page size below 0, such a page is empty. */
function limitOf(size: unknown): number {
  const isNumber = typeof size === 'number' || typeof size === 'bigint';
  return isNumber ? Math.max(0, Number(size)) : Number.POSITIVE_INFINITY;
}
