import type { ErrorObject, ValidateFunction } from 'ajv';
import { memoized } from '../memo/memoized';
import { ajv, ajvForAllErrors } from './ajv';
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
export function errorsWithin(root: JsonSchema): () => ErrorsIn {
  const standalone = (schema: JsonSchema): JsonSchema =>
    schema === root || root.$defs === undefined ? schema : { ...schema, $defs: root.$defs };
  const compiled: Readonly<Record<'first' | 'all', (schema: JsonSchema) => ValidateFunction>> = {
    first: memoized((schema) => ajv().compile(standalone(schema))),
    all: memoized((schema) => ajvForAllErrors().compile(standalone(schema))),
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
