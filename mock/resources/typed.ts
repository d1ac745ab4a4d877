import { exactInteger, memoized, type Schema, typesOf } from '../../openapi/contract';

/**
 * A value of a path as the record's property has it: where a path has texts and the property integers, or the other way
 * round, `7` and `"7"` are the same id.
 */
export function typedAs(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return value;
  const convert = conversionTo(schema);
  return convert === undefined ? value : convert(value);
}

/** Undefined where a property may have values of any type. */
const conversionTo = memoized((schema: Schema): ((value: unknown) => unknown) | undefined => {
  const types = typesOf(schema);
  if (types.includes('string'))
    return types.some(isNumeric) ? undefined : (value) => (isNumber(value) ? String(value) : value);
  if (!types.some(isNumeric)) return undefined;
  return (value) => (typeof value === 'string' && INTEGER.test(value) ? exactInteger(BigInt(value)) : value);
});

const INTEGER = /^-?(?:0|[1-9]\d{0,30})$/;
const isNumeric = (type: string): boolean => type === 'integer' || type === 'number';
const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';
