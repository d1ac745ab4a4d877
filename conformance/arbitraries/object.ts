import fc, { type Arbitrary } from 'fast-check';
import { alternativesOf, propertiesIn, type Schema } from '../../openapi/contract';

/** Deeper than this an object has no more than it must: its schema may contain itself. */
const DEEP = 3;

/** Objects of a schema: every required property, and any of the others that a request may carry. */
export function arbitraryObject(
  schema: Schema,
  depth: number,
  arbitraryOf: (schema: Schema, depth: number) => Arbitrary<unknown>,
): Arbitrary<Readonly<Record<string, unknown>>> {
  const each = alternativesOf(schema).map((flat) => ofOneForm(flat, depth, arbitraryOf));
  const [only, ...others] = each;
  return only !== undefined && others.length === 0 ? only : fc.oneof(...each);
}

function ofOneForm(
  flat: Schema,
  depth: number,
  arbitraryOf: (schema: Schema, depth: number) => Arbitrary<unknown>,
): Arbitrary<Readonly<Record<string, unknown>>> {
  const properties = [...propertiesIn([flat]).values()];
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  const isTooFew = typeof flat.minProperties === 'number' && flat.minProperties > required.length;
  const wanted = properties.filter(
    (property) => property.required || ((depth < DEEP || isTooFew) && property.schema.readOnly !== true),
  );
  return fc.record(
    Object.fromEntries(wanted.map((property) => [property.name, arbitraryOf(property.schema, depth + 1)])),
    { requiredKeys: required },
  );
}
