/** Random values of a schema, and its first one. */
import fc, { type Arbitrary } from 'fast-check';
import { propertiesOf, type Schema, typesOf, validatorOf } from '../../openapi/contract';
import { arbitraryInteger } from './integer';
import { arbitraryObject } from './object';
import { arbitraryString } from './string';

/**
 * Values that a schema allows, shrinking towards the plainest. Each is checked against the schema.
 *
 * @param depth how deep in a schema that contains itself
 */
export function arbitraryOf(schema: Schema, depth = 0): Arbitrary<unknown> {
  const fits = validatorOf(schema, 'request');
  let missed = 0;
  return draw(schema, depth).filter((value) => {
    const isFitting = fits(value) === undefined;
    missed = isFitting ? 0 : missed + 1;
    if (missed > MOST_MISSES) throw new Error(`no value of a schema was found among ${MOST_MISSES} that were drawn`);
    return isFitting;
  });
}

/** After so many values in a row that do not fit, the search is given up. */
const MOST_MISSES = 5000;

function draw(schema: Schema, depth: number): Arbitrary<unknown> {
  const types = typesOf(schema);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined && schema.properties === undefined) {
    return fc.oneof(...choices.map((choice) => arbitraryOf(choice, depth + 1)));
  }
  if (types.includes('object') || propertiesOf(schema).size > 0) return arbitraryObject(schema, depth, arbitraryOf);
  const [only] = schema.allOf ?? [];
  if (types.length === 0 && only !== undefined) return arbitraryOf(only, depth + 1);
  const drawn = types.flatMap((type) => arbitraryOfType(type, schema, depth));
  return drawn.length === 0 ? fc.jsonValue({ maxDepth: 1 }) : fc.oneof(...drawn);
}

function arbitraryOfType(type: string, schema: Schema, depth: number): readonly Arbitrary<unknown>[] {
  switch (type) {
    case 'integer':
      return [arbitraryInteger(schema)];
    case 'number':
      return [
        fc.double({
          noNaN: true,
          noDefaultInfinity: true,
          min: Number(schema.minimum ?? -1e6),
          max: Number(schema.maximum ?? 1e6),
        }),
      ];
    case 'string':
      return [arbitraryString(schema)];
    case 'boolean':
      return [fc.boolean()];
    case 'null':
      return [fc.constant(null)];
    case 'array': {
      const minLength = schema.minItems ?? 0;
      const maxLength = depth > 3 ? minLength : Math.min(schema.maxItems ?? minLength + 3, minLength + 3);
      return [fc.array(arbitraryOf(schema.items ?? {}, depth + 1), { minLength, maxLength })];
    }
    default:
      return [];
  }
}

/** One value of a schema, always the same: its example or default, else its first choice, else a drawn one. */
export function firstValue(schema: Schema): unknown {
  const given = schema.example ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (given !== undefined) return given;
  return fc.sample(arbitraryOf(schema), { numRuns: 1, seed: 1 })[0];
}
