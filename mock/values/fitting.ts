import { firstThatFits, type Schema } from '../../openapi/contract';

/** The first of values that are made one after the other which fits a schema, else the first of all. */
export const firstMade = (schema: Schema, ...makes: readonly (() => unknown)[]): unknown =>
  firstThatFits(
    schema,
    (function* () {
      for (const make of makes) yield make();
    })(),
  );
