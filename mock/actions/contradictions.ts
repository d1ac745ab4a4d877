import { exactNumber, propertiesOf, type Schema, typesOf } from '../../openapi/contract';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of a body as members of a record, where the request's schema and the record's have no type in common for them, such as
 * numbers that are sent as texts: written as the record's type, or left out where they can't be. Itself where there are none: then a
 * value that the record can't have is the client's.
 */
export function withoutContradictions(fields: Fields, request: Schema, record: Schema): Fields {
  const [sent, kept] = [propertiesOf(request), propertiesOf(record)];
  const odd = Object.keys(fields).filter((name) => areApart(sent.get(name)?.schema, kept.get(name)?.schema));
  if (odd.length === 0) return fields;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const written = odd.includes(name) ? writtenAs(typesOf(kept.get(name)?.schema ?? {}), value) : value;
      return written === undefined ? [] : [[name, written]];
    }),
  );
}

function areApart(one: Schema | undefined, other: Schema | undefined): boolean {
  const [types, others] = [one, other].map((schema) => typesOf(schema ?? {}).map(asNumber));
  if (types === undefined || others === undefined || types.length === 0 || others.length === 0) return false;
  return !types.some((type) => type !== 'null' && others.includes(type));
}

const asNumber = (type: string): string => (type === 'integer' ? 'number' : type);

function writtenAs(types: readonly string[], value: unknown): unknown {
  if (typeof value === 'string' && types.map(asNumber).includes('number'))
    return /^-?\d{1,18}(\.\d{1,18})?$/.test(value) ? exactNumber(value) : undefined;
  const isScalar = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
  return isScalar && types.includes('string') ? String(value) : undefined;
}
