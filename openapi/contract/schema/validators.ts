import { memoized } from '../memo/memoized';
import { once } from '../memo/once';
import type { Schema } from '../model/schema';
import { errorsWithin } from './ajv-errors';
import { firstViolation } from './first-violation';
import { type Direction, toJsonSchema } from './json-schema';
import type { Violation } from './violation';

/** Judges a value that `parseJson` returned: the first violation, or undefined where the value fits. */
export type Validator = (value: unknown) => Violation | undefined;

/** The one validator of a schema for bodies that travel this way. It is compiled when it first judges. */
export function validatorOf(schema: Schema, direction: Direction): Validator {
  return validators[direction](schema);
}

const validators: Readonly<Record<Direction, (schema: Schema) => Validator>> = {
  request: memoized((schema) => newValidator(schema, 'request')),
  response: memoized((schema) => newValidator(schema, 'response')),
};

function newValidator(schema: Schema, direction: Direction): Validator {
  const judge = once(() => {
    const root = toJsonSchema(schema, direction);
    return { root, begin: errorsWithin(root) };
  });
  return (value) => {
    const { root, begin } = judge();
    return firstViolation(root, begin(), value);
  };
}
