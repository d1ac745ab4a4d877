import type { ErrorObject } from 'ajv';
import { countParts } from '../json/count-parts';
import { isObject, own } from '../json/object';
import { jsonTypeOf } from '../json/type';
import type { ErrorsIn } from './ajv-errors';
import {
  branchesByChoice,
  branchesOfItsType,
  choiceViolation,
  isUnion,
  missingNamesViolation,
  samePlaceViolation,
  sharedViolation,
  withOtherTypes,
} from './branches';
import { MEANT } from './discriminator';
import { ONE_OF } from './expectation';
import type { JsonSchema } from './json-schema';
import { toViolation, type Violation } from './violation';

/** The first violation of a value, the most helpful one if a union of schemas fails; undefined if the value fits. */
export function firstViolation(schema: JsonSchema, errorsIn: ErrorsIn, value: unknown): Violation | undefined {
  const errors = errorsIn(schema, value, 'first');
  const last = errors.at(-1);
  if (last === undefined) return undefined;
  // A failed `if` says nothing; the error before it is that of its `then` or `else`.
  return violationOf(last.keyword === 'if' ? (errors.at(-2) ?? last) : last, errorsIn);
}

/** An error of ajv as a violation, the most helpful one if it is that of a union. */
export function violationOf(found: ErrorObject, errorsIn: ErrorsIn): Violation {
  const error = typeErrorFirst(found);
  return isUnion(error) ? unionViolation(error, errorsIn) : toViolation(error);
}

/** A value of the wrong type violates `type`, whichever keyword ajv has looked at first. */
function typeErrorFirst(error: ErrorObject): ErrorObject {
  const types = [error.parentSchema?.type ?? []].flat();
  if (types.length === 0 || types.includes(jsonTypeOf(error.data))) return error;
  return { ...error, keyword: 'type', params: { type: types } };
}

/**
 * "It fits no schema of the union" is no help. The value was meant for one of them: the one that accepts its type and
 * its choices; what it violates there is the violation of the whole.
 */
function unionViolation(union: ErrorObject, errorsIn: ErrorsIn): Violation {
  const schemas = (union.schema as readonly unknown[]).filter(isObject);
  // A `oneOf` of which more than one schema accepts the value.
  if (Array.isArray(union.params.passingSchemas)) {
    const violation = toViolation(union);
    return violation.expected === ONE_OF ? { ...violation, isAmbiguous: true } : violation;
  }
  const told = branchToldBy(union);
  const inTold = told && firstViolation(told, errorsIn, union.data);
  if (inTold !== undefined) return { ...inTold, pointer: union.instancePath + inTold.pointer };
  const judged = (howMany: 'first' | 'all') => (schema: JsonSchema) => ({
    schema,
    errors: errorsIn(schema, union.data, howMany),
  });
  const judgedFirst = schemas.map(judged('first'));
  const ofType = branchesOfItsType(judgedFirst);
  const isSmall = countParts(union.data, MOST_PARTS) < MOST_PARTS;
  const meant = branchesByChoice(
    isSmall ? branchesOfItsType(ofType.map(({ schema }) => schema).map(judged('all'))) : ofType,
  );
  const [only, ...others] = meant;
  const inside =
    only !== undefined && others.length === 0
      ? firstViolation(only.schema, errorsIn, union.data)
      : (choiceViolation(meant) ??
        sharedViolation(meant) ??
        missingNamesViolation(meant, union) ??
        samePlaceViolation(meant));
  if (inside === undefined) return toViolation(union);
  return { ...withOtherTypes(inside, judgedFirst), pointer: union.instancePath + inside.pointer };
}

/** The schema of a union that the value itself says that it is meant for, by the union's discriminator. */
function branchToldBy({ parentSchema, schema, data }: ErrorObject): JsonSchema | undefined {
  const { propertyName, names } = isObject(parentSchema?.[MEANT]) ? parentSchema[MEANT] : {};
  const value = isObject(data) && typeof propertyName === 'string' ? own(data, propertyName) : undefined;
  if (value === undefined || !Array.isArray(names)) return undefined;
  const index = names.findIndex((some) => Array.isArray(some) && some.includes(value));
  const told: unknown = (schema as readonly unknown[])[index];
  return isObject(told) ? told : undefined;
}

/** In a value of more parts only the first error is looked for: there may be as many errors as parts. */
export const MOST_PARTS = 10_000;
