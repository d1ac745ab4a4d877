import { itemsOf, jsonMediaType, successOf } from '../../openapi/contract';
import { shape } from '../sample';
import { type Action, succeedWith } from './action';
import { placeOf } from './place';

/** The records that meet every filter, in the order of their ids, as many as the page holds. */
export const list: Action = async (task, resource) => {
  const { world, operation, input } = task;
  const { collection, belongs } = await placeOf(task, resource);
  const filters = resource.filters.flatMap(({ parameter, property }) => {
    const wanted = input.query[parameter.name];
    return wanted === undefined ? [] : [{ property, anyOf: Array.isArray(wanted) ? wanted : [wanted] }];
  });
  const size = resource.pageSize === undefined ? undefined : input.query[resource.pageSize.name];
  const limit = size === undefined ? Number.POSITIVE_INFINITY : Number(size);
  const records = await world.records.list(collection, [...belongs, ...filters], limit);

  if (resource.listProperty !== undefined) return succeedWith(task, resource, { [resource.listProperty]: records });
  const { status, reply } = successOf(operation) ?? { status: 200, reply: undefined };
  const media = jsonMediaType(reply?.content ?? []);
  const items = itemsOf(media?.schema);
  const body =
    items === undefined || items === resource.schema ? records : records.map((record) => shape(items, record, world));
  return { status, headers: {}, body, mediaType: media?.type ?? 'application/json' };
};
