import type { ErrorObject, ValidateFunction } from 'ajv';
import type Ajv2020 from 'ajv/dist/2020';
import { memoized } from '../memo/memoized';
import type { Engines } from './ajv';
import type { JsonSchema } from './json-schema';
import type { Found } from './reference';

/**
 * What ajv finds in a value, nothing where it fits. Whatever an error follows from stands before it.
 *
 * @param schema as `toJsonSchema` made it, or a part of that
 * @param howMany the first error with what it follows from, or all of them
 */
export type ErrorsIn = (schema: JsonSchema, value: unknown, howMany: 'first' | 'all') => readonly ErrorObject[];

/**
 * Judges by a schema and by its parts; each is compiled when it first judges. The parts refer to the `$defs` of `root`.
 *
 * @returns begins to judge a value, and what is in it
 */
export function errorsWithin(root: JsonSchema, engines: Engines): () => ErrorsIn {
  const standalone = (schema: JsonSchema): JsonSchema =>
    schema === root || root.$defs === undefined ? schema : { ...schema, $defs: root.$defs };
  const compiled: Readonly<Record<'first' | 'all', (schema: JsonSchema) => ValidateFunction>> = {
    first: memoized((schema) => compile(engines.first(), standalone(schema))),
    all: memoized((schema) => compile(engines.all(), standalone(schema))),
  };
  const judging =
    (found: Found | undefined): ErrorsIn =>
    (schema, value, howMany) => {
      const validate = compiled[howMany](schema);
      return validate.call(found, value) ? [] : (validate.errors ?? []);
    };
  if (root.$defs !== undefined) return () => judging(new Map());
  const withoutReferences = judging(undefined);
  return () => withoutReferences;
}

/** What is wrong with schemas is found when a document is read; one of which nobody has thought judges nothing, so that requests are served. */
function compile(engine: Ajv2020, schema: JsonSchema): ValidateFunction {
  try {
    return engine.compile(schema);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return engine.compile({});
  }
}
