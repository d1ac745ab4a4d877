import fc from 'fast-check';
import { fits, type Parameter } from '../../openapi/contract';
import { firstValue } from '.';
import { NoValue } from './no-value';
import { unlikely } from './unlikely';

/** A value for a parameter of a path, always the same: an example of the document, else a plain one, else a drawn one. */
export function firstPathValue({ name, schema, examples }: Pick<Parameter, 'name' | 'schema' | 'examples'>): unknown {
  const given = [...examples.map(({ value }) => value), schema.example, schema.default, schema.const, schema.enum?.[0]];
  const known = given.find((value) => isPathValue(value) && fits(schema, 'request', value));
  if (known !== undefined) return known;
  if (fits(schema, 'request', PLAIN)) return PLAIN;
  const drawn = [firstValue(schema), ...fc.sample(unlikely(schema), { numRuns: 20, seed: 1 })].find(isPathValue);
  if (drawn === undefined) throw new NoValue(`no value for "${name}" is found that can stand in a path`);
  return drawn;
}

const PLAIN = 'example';

/** Whether a value can stand between two slashes of a path, and leads to no other path there (RFC 3986 §3.3, §5.2.4). */
export function isPathValue(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'object') return Object.values(value).length > 0 && Object.entries(value).flat().every(isPlain);
  const text = String(value);
  return text !== '' && text !== '.' && text !== '..' && !/[/\\\p{Cc}\p{Cs}]/u.test(text);
}

/** Whether a part of an array or an object has none of the characters that separate such parts in a path. */
const isPlain = (part: unknown): boolean => typeof part !== 'object' && /^[\w -]+$/.test(String(part));
