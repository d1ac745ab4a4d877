import { exactNumber, jsonIn } from '../json/json';
import type { Serialization } from '../model/operation';
import type { Schema } from '../model/schema';
import { isJson } from '../operations/media-types';
import { ownTypesOf } from '../schema/alternatives';
import { ANYTHING, itemsOf, keywordOf, propertiesOf, typesOf } from '../schema/properties';
import { fits } from '../schema/validators';

/** A parameter, or a property of a form. */
export interface WrittenValue extends Serialization {
  readonly name: string;
  readonly schema: Schema;
}

/** Whether a schema lets a value be an object; one without types does where it names properties. */
export const takesObjects = (schema: Schema): boolean =>
  typesOf(schema).includes('object') || (typesOf(schema).length === 0 && propertiesOf(schema).size > 0);

/** The same of arrays. */
export const takesArrays = (schema: Schema): boolean =>
  typesOf(schema).includes('array') || (typesOf(schema).length === 0 && itemsOf(schema) !== undefined);

/** What a schema says of members that it does not name. */
export function othersOf(schema: Schema): Schema {
  const more = keywordOf(schema, 'additionalProperties');
  return typeof more === 'object' ? more : ANYTHING;
}

/** A text of a URL, a header or a form as a value: the first of its readings that fits, else the first, else the text itself. */
export function valueOfText(schema: Schema, text: string): unknown {
  // Most schemas have one type, and no need to look at more.
  const only = schema.type === 'string' && schema.nullable !== true && ownTypesOf(schema).length === 1;
  if (only) return text;
  const readings = readingsOf(schema, text);
  return readings.length === 0 ? text : firstFitting(schema, readings);
}

/** The first value that fits, else the first of all; undefined where there is none. It is judged only where there is a choice. */
export function firstFitting(schema: Schema, values: readonly unknown[]): unknown {
  return values.length < 2 ? values[0] : (values.find((value) => fits(schema, 'request', value)) ?? values[0]);
}

/** Numbers and the like before texts: `?id=7` means the number, where the schema takes both. */
function readingsOf(schema: Schema, text: string): readonly unknown[] {
  const types = typesOf(schema);
  const isOpen = types.length === 0;
  // Where any type may come, only a choice of values says what is meant.
  const isChoice = isOpen && (keywordOf(schema, 'enum') ?? keywordOf(schema, 'const')) !== undefined;
  const takes = (type: string): boolean => isChoice || types.includes(type);
  const readings: unknown[] = isOpen ? [text] : [];
  if (INTEGER.test(text) ? takes('integer') || takes('number') : takes('number') && NUMBER.test(text))
    readings.push(numberOf(text));
  if (takes('boolean') && (text === 'true' || text === 'false')) readings.push(text === 'true');
  if (takes('null') && text === 'null') readings.push(null);
  if (/^\s*[[{]/.test(text) && (takesObjects(schema) || takesArrays(schema))) readings.push(jsonOr(text));
  if (types.includes('string')) readings.push(text);
  return readings;
}

const INTEGER = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/;

/** The exact number of a literal; the literal itself if it is too large to be read. */
function numberOf(literal: string): unknown {
  try {
    return exactNumber(literal);
  } catch {
    return literal;
  }
}

/** The object of `a,1,b,2`. */
export function objectOfRow(schema: Schema, parts: readonly string[]): unknown {
  const pairs = parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1] ?? ''] as const] : []));
  return objectOfPairs(schema, pairs);
}

/** An object of names and texts. */
function objectOfPairs(schema: Schema, pairs: readonly (readonly [string, string])[]): unknown {
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    pairs.map(([name, text]) => [name, valueOfText(properties.get(name)?.schema ?? othersOf(schema), text)]),
  );
}

/** The JSON value of a text; the text itself where it is none. */
export function jsonOr(text: string): unknown {
  const value = jsonIn(text);
  return value === undefined ? text : value;
}

/** The value of a parameter that is one text: of a path, a header or a cookie. What `label` and `matrix` put in front may be missing: clients forget it. */
export function readRow(row: WrittenValue, text: string): unknown {
  const { schema, separator = ',', explode, mediaType } = row;
  if (mediaType !== undefined && isJson(mediaType)) return jsonOr(text);
  const plain = withoutPrefix(row, text);
  const parts = plain.split(separator);
  return firstFitting(schema, [
    ...(takesArrays(schema) ? [parts.map((part) => valueOfText(itemsOf(schema) ?? {}, part))] : []),
    ...(takesObjects(schema) ? [explode ? objectOfPairs(schema, parts.map(pairOf)) : objectOfRow(schema, parts)] : []),
    ...(takesArrays(schema) || takesObjects(schema) ? [jsonOr(text)] : []),
    valueOfText(schema, plain),
  ]);
}

/** `.a.b` (`label`) and `;name=a;name=b` (`matrix`) without what stands before each value (RFC 6570 §3.2.5, §3.2.7). */
function withoutPrefix({ name, style, explode, schema }: WrittenValue, text: string): string {
  if (style === 'label') return text.startsWith('.') ? text.slice(1) : text;
  if (style !== 'matrix' || !text.startsWith(';')) return text;
  const plain = text.slice(1);
  if (explode && takesObjects(schema)) return plain;
  const parts = explode ? plain.split(';') : [plain];
  return parts.map((part) => (part.startsWith(`${name}=`) ? part.slice(name.length + 1) : part)).join(';');
}

function pairOf(part: string): readonly [string, string] {
  const at = part.indexOf('=');
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
}
