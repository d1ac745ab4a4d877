import { itemsOf } from '../../openapi/contract';
import { shape } from '../values/shape';
import { type Action, outcomeOf, succeedWith } from './action';
import { placeOf } from './place';

/** The records that meet every filter, in the order of their ids, as many as the page holds. */
export const list: Action = async (task, resource) => {
  const { world, input } = task;
  const { collection, belongs } = await placeOf(task, resource);
  const filters = resource.filters.flatMap(({ parameter, property }) => {
    const wanted = input.query[parameter.name];
    return wanted === undefined ? [] : [{ property, anyOf: Array.isArray(wanted) ? wanted : [wanted] }];
  });
  const size = resource.pageSize === undefined ? undefined : input.query[resource.pageSize.name];
  const records = await world.records.list(collection, [...belongs, ...filters], limitOf(size));

  if (resource.listProperty !== undefined) return succeedWith(task, resource, { [resource.listProperty]: records });
  return outcomeOf(task, ({ schema }) => {
    const items = itemsOf(schema);
    if (items === undefined || items === resource.schema) return records;
    return records.map((record) => shape(items, record, world));
  });
};

/** A page of a size below 0, where the contract lets one through, has no place for anything. */
function limitOf(size: unknown): number {
  const isNumber = typeof size === 'number' || typeof size === 'bigint';
  return isNumber ? Math.max(0, Number(size)) : Number.POSITIVE_INFINITY;
}
