import { FORMATS } from '../interpreter/formats';
import { isObject } from '../json/value';
import type { Schema } from '../model/schema';

/**
 * Whether a value is seen to fit a schema of the usual keywords, whichever way it travels: to compile a schema takes a hundred times
 * as long. False where it does not fit, and where that is not seen.
 */
export function surelyFits(schema: Schema | boolean, value: unknown, depth = 0): boolean {
  if (typeof schema === 'boolean') return schema;
  if (depth > MAX_DEPTH) return false;
  return Object.keys(schema).every((keyword) => {
    if (ANNOTATIONS.has(keyword) || keyword.startsWith('x-')) return true;
    return KEYWORDS.get(keyword)?.(value, schema, depth + 1) === true;
  });
}

const MAX_DEPTH = 100;

/** Keywords that no value breaks. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['nullable', 'title', 'description', 'example', 'examples', 'default', 'deprecated', 'readOnly', 'writeOnly'],
  ...['externalDocs', 'xml', '$comment', 'discriminator'],
]);

/** Types by their values, but for numbers that are a `bigint`. */
const TYPES: ReadonlyMap<string, (value: unknown) => boolean> = new Map<string, (value: unknown) => boolean>([
  ['string', (value) => typeof value === 'string'],
  ['boolean', (value) => typeof value === 'boolean'],
  ['integer', (value) => Number.isInteger(value)],
  ['number', (value) => Number.isFinite(value)],
  ['array', Array.isArray],
  ['object', isObject],
  ['null', (value) => value === null],
]);

/** @param depth of what is inside the schema */
type Judge = (value: unknown, schema: Schema, depth: number) => boolean;

/** Bounds are of numbers alone: what is exact otherwise is not compared. */
const bound =
  (keyword: 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems', holds: Compare): Judge =>
  (value, { [keyword]: most }) => {
    const size = typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : value;
    return typeof most === 'number' && typeof size === 'number' && holds(size, most);
  };
type Compare = (size: number, bound: number) => boolean;
const least: Compare = (size, bound) => size >= bound;
const most: Compare = (size, bound) => size <= bound;

const KEYWORDS: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ['type', (value, { type }) => [type ?? []].flat().some((one) => TYPES.get(one)?.(value) === true)],
  ['enum', (value, schema) => Array.isArray(schema.enum) && schema.enum.includes(value)],
  [
    'format',
    (value, { format }) => (typeof value === 'string' ? hasFormat(value, `${format}`) : isOfNumber(value, format)),
  ],
  ['minimum', bound('minimum', least)],
  ['maximum', bound('maximum', most)],
  ['minLength', bound('minLength', least)],
  ['maxLength', bound('maxLength', most)],
  ['minItems', bound('minItems', least)],
  ['maxItems', bound('maxItems', most)],
  ['uniqueItems', (value) => Array.isArray(value) && value.length < 2],
  [
    'items',
    (value, { items = true }, depth) => Array.isArray(value) && value.every((item) => surelyFits(items, item, depth)),
  ],
  ['required', (value, { required = [] }) => isObject(value) && required.every((name) => Object.hasOwn(value, name))],
  ['properties', (value, schema, depth) => membersFit(value, schema, depth)],
  ['additionalProperties', (value, schema, depth) => membersFit(value, schema, depth)],
  ['allOf', (value, { allOf = [] }, depth) => allOf.every((part) => surelyFits(part, value, depth))],
  ['anyOf', (value, { anyOf = [] }, depth) => anyOf.some((part) => surelyFits(part, value, depth))],
]);

function membersFit(value: unknown, { properties = {}, additionalProperties = true }: Schema, depth: number): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([name, member]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return schema !== undefined && surelyFits(schema as Schema | boolean, member, depth);
  });
}

/** Whether a number is in the range of every format for whole ones, or has one of the others. */
const isOfNumber = (value: unknown, format: unknown): boolean =>
  (Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31) ||
  (typeof value === 'number' && (format === 'double' || format === 'float'));

/** Whether a text has a format that is judged, or one that is not. */
function hasFormat(text: string, name: string): boolean {
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (typeof format === 'function') return format(text) === true;
  if (format instanceof RegExp) return text.length <= SHORT && format.test(text);
  if (typeof format !== 'object') return true;
  if (format.type === 'number') return true;
  const judge: unknown = format.validate;
  return judge instanceof RegExp ? judge.test(text) : typeof judge === 'function' && judge(text) === true;
}

/** Some formats take quadratic time. */
const SHORT = 100;
