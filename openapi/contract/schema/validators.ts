import { memoized, once } from '../memo/memo';
import type { Schema } from '../model/schema';
import { ENGINES, type Engines, errorsWithin, newEngines } from './ajv';
import { allViolations, firstViolation, type Violations } from './find-violations';
import { type Direction, toJsonSchema } from './json-schema';
import type { Violation } from './violation';

/** Judges a value that `parseJson` returned: the first violation, or undefined where the value fits. */
export type Validator = (value: unknown) => Violation | undefined;

/** The one validator of a schema for bodies that travel this way. It is compiled when it first judges. */
export function validatorOf(schema: Schema, direction: Direction): Validator {
  return JUDGES[direction](schema).validate;
}

/** Whether a value fits a schema; it takes less time than to find out what is wrong. */
export function fits(schema: Schema, direction: Direction, value: unknown): boolean {
  return JUDGES[direction](schema).fits(value);
}

/** All that is wrong with a value, told of at most so many places; it takes longer than to find the first. */
export function violationsOf(schema: Schema, direction: Direction, value: unknown, most: number): Violations {
  return JUDGES[direction](schema).all(value, most);
}

interface Judge {
  readonly validate: Validator;
  readonly all: (value: unknown, most: number) => Violations;
  readonly fits: (value: unknown) => boolean;
}

/** The judge of each schema. */
export type Judges = Readonly<Record<Direction, (schema: Schema) => Judge>>;

const judgesBy = (engines: Engines): Judges => ({
  request: memoized((schema) => newJudge(schema, 'request', engines)),
  response: memoized((schema) => newJudge(schema, 'response', engines)),
});

const JUDGES = judgesBy(ENGINES);

/** Judges for what is judged once; what they have compiled is forgotten with them. */
export const newJudges = (): Judges => judgesBy(newEngines());

function newJudge(schema: Schema, direction: Direction, engines: Engines): Judge {
  const judge = once(() => {
    const root = toJsonSchema(schema, direction);
    return { root, begin: errorsWithin(root, engines) };
  });
  return {
    validate: (value) => {
      const { root, begin } = judge();
      return firstViolation(root, begin(), value);
    },
    all: (value, most) => {
      const { root, begin } = judge();
      return allViolations(schema, root, begin(), value, most);
    },
    fits: (value) => {
      const { root, begin } = judge();
      return begin()(root, value, 'first').length === 0;
    },
  };
}
