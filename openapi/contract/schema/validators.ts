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
  return judges[direction](schema).validate;
}

/** Whether a value fits a schema; it takes less time than to find out what is wrong. */
export function fits(schema: Schema, direction: Direction, value: unknown): boolean {
  return judges[direction](schema).fits(value);
}

interface Judge {
  readonly validate: Validator;
  readonly fits: (value: unknown) => boolean;
}

const judges: Readonly<Record<Direction, (schema: Schema) => Judge>> = {
  request: memoized((schema) => newJudge(schema, 'request')),
  response: memoized((schema) => newJudge(schema, 'response')),
};

function newJudge(schema: Schema, direction: Direction): Judge {
  const judge = once(() => {
    const root = toJsonSchema(schema, direction);
    return { root, begin: errorsWithin(root) };
  });
  return {
    validate: (value) => {
      const { root, begin } = judge();
      return firstViolation(root, begin(), value);
    },
    fits: (value) => {
      const { root, begin } = judge();
      return begin()(root, value, 'first').length === 0;
    },
  };
}
