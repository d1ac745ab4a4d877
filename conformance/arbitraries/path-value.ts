import fc, { type Arbitrary } from 'fast-check';
import {
  fits,
  givenValues,
  isJson,
  leastInteger,
  mostInteger,
  type Parameter,
  type Schema,
  stringifyJson,
  typesOf,
} from '../../openapi/contract';
import { PLAIN } from './plain';
import { arbitraryOf, firstValue } from './schema';
import { NoValue } from './string';

type PathParameter = Pick<Parameter, 'name' | 'schema' | 'examples' | 'mediaType'>;

/**
 * A value for a parameter of a path, always the same: an example of the document, else a plain one, else a drawn one.
 *
 * @param isRead whether it may lead to a record that is none of the run's, as small numbers do
 */
export function firstPathValue({ name, schema, examples, mediaType }: PathParameter, isRead = false): unknown {
  const canStand = (value: unknown): boolean =>
    mediaType !== undefined && isJson(mediaType) ? isPathText(stringifyJson(value)) : isPathValue(value);
  const given = [...examples.map(({ value }) => value), ...givenValues(schema)];
  const known = given.find((value) => canStand(value) && fits(schema, 'request', value));
  if (known !== undefined) return known;
  const plain = typesOf(schema).includes('integer') && !isRead ? [] : [firstValue(schema, name)];
  const others = fits(schema, 'request', PLAIN) ? [PLAIN] : fc.sample(unlikely(schema), { numRuns: 20, seed: 1 });
  const drawn = [...plain, ...others].find(canStand);
  if (drawn === undefined) throw new NoValue(`no value for "${name}" is found that can stand in a path`);
  return drawn;
}

/** Whether a value can stand between two slashes of a path, and leads to no other path there (RFC 3986 §3.3, §5.2.4). */
export function isPathValue(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'object') return Object.values(value).length > 0 && Object.entries(value).flat().every(isPlain);
  return isPathText(String(value));
}

function isPathText(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !/[/\\\p{Cc}\p{Cs}]/u.test(text);
}

/** Whether a part of an array or an object has none of the characters that separate such parts in a path. */
const isPlain = (part: unknown): boolean => typeof part !== 'object' && /^[\w -]+$/.test(String(part));

/**
 * Ids that hardly any record has: for integers, values far from where ids begin; for texts of any kind letters and digits, since
 * a server may know better than the schema what an id is made of; for other schemas any value.
 */
export function unlikely(schema: Schema): Arbitrary<unknown> {
  const types = typesOf(schema);
  if (types.includes('integer')) return unlikelyInteger(schema);
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const length = Math.min(Math.max(minLength, LENGTH), maxLength);
  const isOpen =
    (types.length === 0 || types.includes('string')) &&
    ['z', 'ab', LETTERS].every((some) => fits(schema, 'request', some.repeat(length).slice(0, length)));
  if (!isOpen || length === 0) return arbitraryOf(schema);
  return fc
    .array(fc.constantFrom(...LETTERS), { minLength: length, maxLength: length })
    .map((letters) => letters.join(''))
    .filter((text) => fits(schema, 'request', text));
}

const LENGTH = 16;
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';

function unlikelyInteger(schema: Schema): Arbitrary<unknown> {
  const max = mostInteger(schema) ?? (schema.format === 'int32' ? 2n ** 31n - 1n : 2n ** 53n - 1n);
  const [least, middle] = [leastInteger(schema) ?? 0n, max / 2n];
  return fc.bigInt({ min: least > middle ? least : middle, max }).map(Number);
}
