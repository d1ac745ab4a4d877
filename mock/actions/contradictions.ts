import {
  exactNumber,
  fits,
  isObject,
  itemsOf,
  jsonTypeOf,
  propertiesOf,
  type Schema,
  typesOf,
} from '../../openapi/contract';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of a body that its own schema allows, as members of a record: at every depth, a value of a type that the record
 * can't have there is written as the record's type, such as a number that the record has as a text, or left out where it can't
 * be, as `null` can't. Any other value that the record can't have is the client's.
 */
export function withoutContradictions(fields: Fields, request: Schema, record: Schema): Fields {
  const [sent, kept] = [propertiesOf(request), propertiesOf(record)];
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const written = asMember(value, sent.get(name)?.schema ?? {}, kept.get(name)?.schema ?? {});
      return written === undefined ? [] : [[name, written]];
    }),
  );
}

function asMember(value: unknown, request: Schema, record: Schema): unknown {
  const types = typesOf(record).map(asNumber);
  const isOdd = types.length > 0 && !types.includes(asNumber(jsonTypeOf(value)));
  // A merge patch may have a null that its schema does not allow.
  if (isOdd) return value === null && !fits(request, 'request', null) ? value : writtenAs(types, value);
  if (Array.isArray(value)) {
    const [sent, kept] = [itemsOf(request) ?? {}, itemsOf(record) ?? {}];
    return value.map((item: unknown) => asMember(item, sent, kept)).filter((item) => item !== undefined);
  }
  return isObject(value) ? withoutContradictions(value, request, record) : value;
}

const asNumber = (type: string): string => (type === 'integer' || type === 'bigint' ? 'number' : type);

function writtenAs(types: readonly string[], value: unknown): unknown {
  if (typeof value === 'string' && types.includes('number'))
    return /^-?\d{1,18}(\.\d{1,18})?$/.test(value) ? exactNumber(value) : undefined;
  const isScalar = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
  return isScalar && types.includes('string') ? String(value) : undefined;
}
