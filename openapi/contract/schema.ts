import type { Schema } from './model';

/** A property of an object schema, as it stands in the schema or in one that `allOf` and the like bring in. */
export interface Property {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** Every property that a schema names, those of `allOf`, `anyOf` and `oneOf` included; the first of a name counts. */
export function propertiesOf(schema: Schema): ReadonlyMap<string, Property> {
  const found = new Map<string, Schema>();
  // `required` may stand in one part and the property in another.
  const required = new Set<string>();
  collect(schema, true, found, required, new Set());
  return new Map(
    [...found].map(([name, property]) => [name, { name, schema: property, required: required.has(name) }]),
  );
}

function collect(
  schema: Schema,
  certain: boolean,
  found: Map<string, Schema>,
  required: Set<string>,
  seen: Set<Schema>,
): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  if (certain) for (const name of schema.required ?? []) required.add(name);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!found.has(name)) found.set(name, property);
  }
  for (const part of schema.allOf ?? []) collect(part, certain, found, required, seen);
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) collect(part, false, found, required, seen);
}

/** Whether properties that the schema does not name are part of it all the same: it says so itself. */
export function allowsMore(schema: Schema): boolean {
  return (
    schema.additionalProperties === true ||
    typeof schema.additionalProperties === 'object' ||
    schema.patternProperties !== undefined ||
    (schema.allOf ?? []).some(allowsMore)
  );
}

/** The JSON types that a schema names, with `null` where it is nullable; none where it names none. */
export function typesOf(schema: Schema): readonly string[] {
  const named = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (named.length === 0) return [];
  return schema.nullable === true ? [...named, 'null'] : named;
}

/** Whether a schema describes an array, and of what. */
export function itemsOf(schema: Schema | undefined): Schema | undefined {
  if (schema === undefined) return undefined;
  if (schema.items !== undefined) return schema.items;
  return (schema.allOf ?? []).map(itemsOf).find((items) => items !== undefined);
}

/** Whether a schema describes an object with properties of its own. */
export function isRecord(schema: Schema | undefined): schema is Schema {
  return schema !== undefined && propertiesOf(schema).size > 0;
}
