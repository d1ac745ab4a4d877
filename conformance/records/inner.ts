/** Members of the objects that a record has: `amounts.due`. */
import { own, type Property, partAt, propertiesOf, type Schema, typesOf } from '../../openapi/contract';
import type { JsonRecord } from './records';

/** What a member of a record is, also one of an object in it, by both names with a dot between. */
export const valueIn = (record: JsonRecord, name: string): unknown =>
  own(record, name) ?? (name.includes('.') ? partIn(record, name.split('.')) : undefined);

/** Of an array the parts of all its items. */
function partIn(record: JsonRecord, [outer = '', ...inner]: readonly string[]): unknown {
  const part = own(record, outer);
  return Array.isArray(part)
    ? part.map((one) => partAt(one, inner)).filter((one) => one !== undefined)
    : partAt(part, inner);
}

/** The members of an object, by both names. */
export const innerOf = (outer: Property): readonly Property[] =>
  [...propertiesOf(outer.schema).values()]
    .filter(({ writeOnly }) => !writeOnly && !typesOf(outer.schema).includes('array'))
    .map((property) => ({ ...property, name: `${outer.name}.${property.name}` }));

/** Whether an object is a part of the record that it is in, and no other record. */
export const isPartOfRecord = (schema: Schema): boolean => !propertiesOf(schema).has('id');

/** What a member of an object is called by itself. */
export const ownName = (name: string): string => name.slice(name.indexOf('.') + 1);

/** The member of a record that has another one in it, or is it. */
export const memberOf = (name: string): string => name.split('.')[0] ?? name;
