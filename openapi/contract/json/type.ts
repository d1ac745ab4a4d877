/** The JSON type of a value; of a number `number`, or `bigint` where it is kept as one. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
