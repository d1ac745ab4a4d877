/** Random values of a schema, and its first one. */
import fc, { type Arbitrary } from 'fast-check';
import { fits, propertiesOf, type Schema, typesOf } from '../../openapi/contract';
import { arbitraryInteger } from './integer';
import { arbitraryObject } from './object';
import { arbitraryString } from './string';

/** Values that a schema allows, shrinking towards the plainest. Each is checked against the schema. */
export function arbitraryOf(schema: Schema): Arbitrary<unknown> {
  return arbitraryAt(schema, { depth: 0, known: new Map() });
}

/** How deep in a schema that contains itself; and what was made already: two schemas may bring in one, 2^n times in all. */
interface Place {
  readonly depth: number;
  readonly known: Map<Schema, Map<number, Arbitrary<unknown>>>;
}

/** After so many values in a row that do not fit, the search is given up. */
const MOST_MISSES = 5000;
/** A schema that asks for more levels asks for itself: what may be left out is, a few levels down. */
const MOST_DEPTH = 60;
/** A body of so many items or characters is more than servers take. */
const MOST_PARTS = 1e6;

function arbitraryAt(schema: Schema, place: Place): Arbitrary<unknown> {
  const { depth, known } = place;
  if (depth > MOST_DEPTH) throw new Error(`no value of a schema was found that ends within ${MOST_DEPTH} levels`);
  const before = known.get(schema)?.get(depth);
  if (before !== undefined) return before;
  const arbitrary = fitting(schema, draw(schema, place));
  known.set(schema, (known.get(schema) ?? new Map<number, Arbitrary<unknown>>()).set(depth, arbitrary));
  return arbitrary;
}

function fitting(schema: Schema, drawn: Arbitrary<unknown>): Arbitrary<unknown> {
  let missed = 0;
  return drawn.filter((value) => {
    const isFitting = fits(schema, 'request', value);
    missed = isFitting ? 0 : missed + 1;
    if (missed > MOST_MISSES) throw new Error(`no value of a schema was found among ${MOST_MISSES} that were drawn`);
    return isFitting;
  });
}

function draw(schema: Schema, place: Place): Arbitrary<unknown> {
  const types = typesOf(schema);
  const inner = (part: Schema) => arbitraryAt(part, { ...place, depth: place.depth + 1 });
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined && schema.properties === undefined) return fc.oneof(...choices.map(inner));
  if (types.includes('object') || propertiesOf(schema).size > 0) return arbitraryObject(schema, place.depth, inner);
  const [only] = schema.allOf ?? [];
  if (types.length === 0 && only !== undefined) return inner(only);
  const drawn = types.flatMap((type) => arbitraryOfType(type, schema, place.depth, inner));
  return drawn.length === 0 ? fc.jsonValue({ maxDepth: 1 }) : fc.oneof(...drawn);
}

function arbitraryOfType(
  type: string,
  schema: Schema,
  depth: number,
  inner: (part: Schema) => Arbitrary<unknown>,
): readonly Arbitrary<unknown>[] {
  const { minItems = 0, minLength = 0 } = schema;
  if (Math.max(minItems, minLength) > MOST_PARTS) throw new Error('no value of a schema is drawn that is so large');
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
      const maxItems = depth > 3 ? minItems : Math.min(schema.maxItems ?? minItems + 3, minItems + 3);
      if (maxItems === 0) return [fc.constant([])];
      return [fc.array(inner(schema.items ?? {}), { minLength: minItems, maxLength: maxItems })];
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
