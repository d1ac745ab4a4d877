import type { ValidateFunction } from 'ajv';
import { ajv } from './ajv';
import type { Schema } from './model';
import { type Direction, translate } from './translate';
import { toViolation, type Violation } from './violation';

/** Judges a value that `parseJson` returned: the first violation, or undefined where the value fits. */
export type Validator = (value: unknown) => Violation | undefined;

const compiled = { request: new WeakMap<Schema, Validator>(), response: new WeakMap<Schema, Validator>() };

/** The one validator of a schema for bodies that travel this way. It is compiled when it first judges. */
export function validatorOf(schema: Schema, direction: Direction): Validator {
  const known = compiled[direction].get(schema);
  if (known !== undefined) return known;
  let validate: ValidateFunction | undefined;
  const validator: Validator = (value) => {
    validate ??= ajv().compile(translate(schema, direction));
    if (validate(value)) return undefined;
    const error = validate.errors?.[0];
    return error === undefined ? undefined : toViolation(error);
  };
  compiled[direction].set(schema, validator);
  return validator;
}
