import type { Schema } from '../model/schema';
import { firstViolation } from './first-violation';
import { type Direction, type JsonSchema, translate } from './json-schema';
import type { Violation } from './violation';

/** Judges a value that `parseJson` returned: the first violation, or undefined where the value fits. */
export type Validator = (value: unknown) => Violation | undefined;

const compiled = { request: new WeakMap<Schema, Validator>(), response: new WeakMap<Schema, Validator>() };

/** The one validator of a schema for bodies that travel this way. It is compiled when it first judges. */
export function validatorOf(schema: Schema, direction: Direction): Validator {
  const known = compiled[direction].get(schema);
  if (known !== undefined) return known;
  let whole: JsonSchema | undefined;
  const validator: Validator = (value) => {
    whole ??= translate(schema, direction);
    return firstViolation(whole, whole, value);
  };
  compiled[direction].set(schema, validator);
  return validator;
}
