import type { ErrorObject, ValidateFunction } from 'ajv';
import { ajv } from './ajv';
import type { JsonSchema } from './json-schema';

const compiled = {
  first: new WeakMap<JsonSchema, ValidateFunction>(),
  all: new WeakMap<JsonSchema, ValidateFunction>(),
};

/**
 * What ajv finds in a value, none where it fits. Whatever an error follows from stands before it.
 *
 * @param schema as `translate` made it, or a part of that
 * @param root the whole, whose `$defs` a part refers to
 * @param howMany the first error with what it follows from, or all of them
 */
export function errorsIn(
  schema: JsonSchema,
  root: JsonSchema,
  value: unknown,
  howMany: 'first' | 'all',
): readonly ErrorObject[] {
  let validate = compiled[howMany].get(schema);
  if (validate === undefined) {
    const whole = schema === root || root.$defs === undefined ? schema : { ...schema, $defs: root.$defs };
    validate = ajv(howMany === 'all').compile(whole);
    compiled[howMany].set(schema, validate);
  }
  return validate(value) ? [] : (validate.errors ?? []);
}
