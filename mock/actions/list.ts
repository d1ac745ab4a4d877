import { itemsOf, type MediaType, type Resource } from '../../openapi/contract';
import type { Outcome } from '../http/outcome';
import { shape } from '../values/shape';
import type { PageBegin, RecordPage, StoredRecord } from '../world/stores/records';
import { placeToList } from './at-path';
import { conditionsIn } from './list-conditions';
import { listPage } from './list-page';
import type { Action, Task } from './model';
import { jsonOf } from './record-json';
import { orderAsked } from './sort-terms';
import { sortedPage } from './sorted-page';
import { outcomeOf, succeedWith } from './success';

/** The records that meet every filter, in the order of their ids or as the query asks, as many as the page holds. */
export const list: Action = async (task, resource) => {
  const { records, input } = task;
  const size = resource.pageSize === undefined ? undefined : input.query[resource.pageSize.name];
  const { collection, belongs } = await placeToList(task, resource);
  const conditions = [...belongs, ...conditionsIn(resource, input)];
  const { paging, shown } = resource;
  const order = orderAsked(resource, input.query);
  const pageOf = async (begin: PageBegin, most: number): Promise<RecordPage> =>
    order === undefined
      ? records.page(collection, conditions, begin, most)
      : sortedPage(resource, await records.list(collection, conditions, Number.POSITIVE_INFINITY), order, begin, most);
  if (paging !== undefined) return listPage(task, resource, paging, shown.list ?? [], pageOf);
  if (order === undefined) return show(task, resource, await records.list(collection, conditions, limitOf(size)));
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
