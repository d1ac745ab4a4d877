import fc, { type Arbitrary } from 'fast-check';
import { alternativesOf, propertiesIn, type Schema } from '../../openapi/contract';

/** Deeper than this an object has no more than it must: its schema may contain itself. */
const DEEP = 3;

/** Objects of a schema: every property that a request has to carry, and any of the others that it may carry. */
export function arbitraryObject(
  schema: Schema,
  depth: number,
  inner: (part: Schema) => Arbitrary<unknown>,
): Arbitrary<Readonly<Record<string, unknown>>> {
  const each = alternativesOf(schema).map((flat) => ofOneForm(flat, flat === schema, depth, inner));
  const [only, ...others] = each;
  return only !== undefined && others.length === 0 ? only : fc.oneof(...each);
}

/**
 * @param isWhole whether the form is the schema itself: then no request needs what is `readOnly`, required or not. Where a
 * schema is made of several, what one of them requires another may call `readOnly`
 */
function ofOneForm(
  flat: Schema,
  isWhole: boolean,
  depth: number,
  inner: (part: Schema) => Arbitrary<unknown>,
): Arbitrary<Readonly<Record<string, unknown>>> {
  const properties = [...propertiesIn([flat]).values()].filter(({ readOnly }) => !(isWhole && readOnly));
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  const isTooFew = typeof flat.minProperties === 'number' && flat.minProperties > required.length;
  const wanted = properties.filter(
    (property) => property.required || ((depth < DEEP || isTooFew) && !property.readOnly),
  );
  return fc.record(Object.fromEntries(wanted.map((property) => [property.name, inner(property.schema)])), {
    requiredKeys: required,
  });
}
