import { isObject, itemsOf, propertiesOf, type Schema } from '../../openapi/contract';

/** A JSON value without the `readOnly` properties in it, which SHOULD NOT be sent (OpenAPI 3.0.3 §4.7.24). */
export function sendable(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return items === undefined ? value : value.map((item) => sendable(items, item));
  }
  if (!isObject(value)) return value;
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const property = properties.get(name);
      if (property === undefined) return [[name, member]];
      return property.readOnly ? [] : [[name, sendable(property.schema, member)]];
    }),
  );
}
