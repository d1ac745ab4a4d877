import { isObject, own, partAt, propertiesOf, type Resource, roleOf } from '../../openapi/contract';
import { beginningOf, type Exchange, jsonOf } from '../exchange/exchange';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** The records of a list's reply; undefined where it is none. */
export const recordsOf = (exchange: Exchange, resource: Resource): readonly JsonRecord[] | undefined =>
  recordsIn(jsonOf(exchange), resource);

/** The first records of a list that is too long to be read. */
export const firstRecordsOf = (exchange: Exchange, resource: Resource): readonly JsonRecord[] | undefined =>
  recordsIn(beginningOf(exchange), resource);

function recordsIn(value: unknown, { shown }: Resource): readonly JsonRecord[] | undefined {
  const list = shown.list === undefined ? undefined : partAt(value, shown.list);
  return Array.isArray(list) && list.every(isObject) ? list : undefined;
}

/** The record of a reply that shows one, without what is wrapped around it. */
export function recordOf(exchange: Exchange, resource: Resource | undefined): JsonRecord | undefined {
  const role = resource && roleOf(resource, exchange.request.operation);
  const steps = role === undefined ? undefined : resource?.shown[role];
  const value = steps === undefined ? undefined : partAt(jsonOf(exchange), steps);
  return isObject(value) ? value : undefined;
}

export const idOf = (record: JsonRecord, { idProperty }: Resource): unknown =>
  idProperty === undefined ? undefined : own(record, idProperty);

/** The properties of a record that the contract names: what else a server shows is its own business. */
export function namedOf(record: JsonRecord, { schema }: Resource): JsonRecord {
  const names = propertiesOf(schema);
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));
}

/** The largest page that may be asked for. */
export function maximumOf({ pageSize }: Resource): number | undefined {
  const { maximum } = pageSize?.schema ?? {};
  return typeof maximum === 'number' ? maximum : undefined;
}

/** Whether two JSON values are the same: exactly, whatever the order of names. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
    );
  }
  return Object.is(a, b) || (a === 0 && b === 0);
}
