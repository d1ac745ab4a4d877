import fc, { type Arbitrary } from 'fast-check';
import { propertiesOf, type Schema } from '../../openapi/contract';

/** Objects of a schema: every required property, and any of the others that a request may carry. */
export function arbitraryObject(
  schema: Schema,
  depth: number,
  arbitraryOf: (schema: Schema, depth: number) => Arbitrary<unknown>,
): Arbitrary<Readonly<Record<string, unknown>>> {
  const wanted = [...propertiesOf(schema).values()].filter(
    (property) => property.required || (depth < 3 && property.schema.readOnly !== true),
  );
  const required = wanted.filter((property) => property.required).map(({ name }) => name);
  return fc.record(
    Object.fromEntries(wanted.map((property) => [property.name, arbitraryOf(property.schema, depth + 1)])),
    {
      requiredKeys: required,
    },
  );
}
