import type { Operation, Parameter } from '../model/operation';
import type { Filter } from '../model/resource';
import type { Schema } from '../model/schema';
import { keywordOf, propertiesOf, typesOf } from '../schema/properties';

/** The query parameters of a list that have the name of a record's property. */
export function findFilters(schema: Schema, list: Operation | undefined): readonly Filter[] {
  const properties = propertiesOf(schema);
  return (list?.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && properties.has(parameter.name))
    .map((parameter) => ({ parameter, property: parameter.name }));
}

/** Names of what says where a page is, not how long it is. */
const POSITION =
  /^(?:page(?:[-_]?(?:no|num|number|index))?|offset|skip|start(?:[-_]?(?:at|index))?|from|after|before|cursor)$/i;

/** The integer of a list's query that is no filter and no position; of several, the only one with a `maximum`. */
export function findPageSize(schema: Schema, list: Operation | undefined): Parameter | undefined {
  const properties = propertiesOf(schema);
  const integers = (list?.parameters ?? []).filter(
    (parameter) =>
      parameter.in === 'query' &&
      typesOf(parameter.schema).includes('integer') &&
      !properties.has(parameter.name) &&
      !POSITION.test(parameter.name),
  );
  if (integers.length === 1) return integers[0];
  const bounded = integers.filter((parameter) => keywordOf(parameter.schema, 'maximum') !== undefined);
  return bounded.length === 1 ? bounded[0] : undefined;
}
