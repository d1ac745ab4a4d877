import type { ErrorObject } from 'ajv';
import { isObject } from '../json/object';
import { jsonTypeOf } from '../json/type';
import type { ErrorsIn } from './ajv-errors';
import { isUnion, ofAll, ofChoices, ofItsType, ofNames, ofOnePlace, orOfOtherTypes, toldApart } from './branches';
import type { JsonSchema } from './json-schema';
import { toViolation, type Violation } from './violation';

/** The first violation of a value, the most telling one where a union of schemas fails; undefined where it fits. */
export function firstViolation(schema: JsonSchema, errorsIn: ErrorsIn, value: unknown): Violation | undefined {
  const errors = errorsIn(schema, value, 'first');
  const last = errors.at(-1);
  if (last === undefined) return undefined;
  // Of a condition not its failure tells, but what it asks for.
  const error = typeFirst(last.keyword === 'if' ? (errors.at(-2) ?? last) : last);
  return isUnion(error) ? ofUnion(error, errorsIn) : toViolation(error);
}

/** What is wrong with a value of another type than its schema's is its type, though ajv may look at other words first. */
function typeFirst(error: ErrorObject): ErrorObject {
  const types = [error.parentSchema?.type ?? []].flat();
  if (types.length === 0 || types.includes(jsonTypeOf(error.data))) return error;
  return { ...error, keyword: 'type', params: { type: types } };
}

/**
 * That a value fits no schema of a union says little. It was made for one of them: of its own type, and with what tells
 * that one from the others.
 */
function ofUnion(union: ErrorObject, errorsIn: ErrorsIn): Violation {
  const schemas = (union.schema as readonly unknown[]).filter(isObject);
  // More than one accepts it.
  if (Array.isArray(union.params.passingSchemas)) return toViolation(union);
  const judged = (howMany: 'first' | 'all') => (schema: JsonSchema) => ({
    schema,
    errors: errorsIn(schema, union.data, howMany),
  });
  const judgedFirst = schemas.map(judged('first'));
  const ofType = ofItsType(judgedFirst);
  const isSmall = countParts(union.data, MOST_PARTS) < MOST_PARTS;
  const meant = toldApart(isSmall ? ofItsType(ofType.map(({ schema }) => schema).map(judged('all'))) : ofType);
  const [only, ...others] = meant;
  const inside =
    only !== undefined && others.length === 0
      ? firstViolation(only.schema, errorsIn, union.data)
      : (ofChoices(meant) ?? ofAll(meant) ?? ofNames(meant, union) ?? ofOnePlace(meant));
  if (inside === undefined) return toViolation(union);
  return { ...orOfOtherTypes(inside, judgedFirst), pointer: union.instancePath + inside.pointer };
}

/** Of a value of more parts than these only the first errors are looked at: there may be as many errors as parts. */
const MOST_PARTS = 10_000;

/** How many values are inside a value, counted up to about `most`. */
function countParts(value: unknown, most: number): number {
  const parts: unknown[] = [value];
  for (let index = 0; index < parts.length && parts.length < most; index += 1) {
    const part = parts[index];
    if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) parts.push(inner);
  }
  return parts.length;
}
