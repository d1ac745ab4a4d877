/** What stands within the members of a body. */
import { itemsOf, own, propertiesOf, type Schema } from '../../../openapi/contract';
import { fullValue } from '../../arbitraries/plain';
import type { JsonRecord } from '../../records/records';
import { fits } from '../../requests/bodies/valid';

/** The names that lead to a part of a value, and the places in arrays. */
export type Steps = readonly string[];

/** Whether a place is another one, or below it. */
export const isWithin = (outer: Steps, at: Steps): boolean => outer.every((step, index) => step === at[index]);

/** A value with another part in a place; without it where that is undefined. */
export function withPartAt(value: unknown, [step, ...more]: Steps, part: unknown): unknown {
  if (step === undefined) return part;
  if (Array.isArray(value)) return value.with(Number(step), withPartAt(value[Number(step)], more, part));
  const { [step]: was, ...rest } = Object(value) as JsonRecord;
  const is = withPartAt(was, more, part);
  return is === undefined ? rest : { ...rest, [step]: is };
}

/** A body with the objects and arrays, too, that it may have: so there is something in them that can be broken. */
export function withParts(schema: Schema, valid: JsonRecord): JsonRecord {
  let filled = valid;
  for (const { name, schema: member, readOnly } of propertiesOf(schema).values()) {
    const hasParts = itemsOf(member) !== undefined || propertiesOf(member).size > 0;
    if (readOnly || !hasParts || own(valid, name) !== undefined) continue;
    const value = fullValue(member);
    const more = value === undefined ? filled : { ...filled, [name]: value };
    if (fits({ schema }, more)) filled = more;
  }
  return filled;
}
