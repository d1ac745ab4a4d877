import {
  isObject,
  type Json,
  type JsonObject,
  membersOf,
  readJson,
  textsOf,
  unquoted,
} from '../../../console/page/model/json';
import type { Parameter } from './document';
import { flatten } from './schema';

/** A parameter's value as its style takes it apart. */
type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'members'; readonly members: readonly (readonly [name: string, value: string])[] };

/** What stands between the items of a list that is one text, by style. */
const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

/**
 * The text of a field as a value of the parameter: a list is written with commas or as JSON, an object as JSON, and anything
 * else as it is.
 */
function partedValue(document: JsonObject, { schema, style }: Parameter, text: string): Value {
  const { type } = flatten(document, schema);
  const types = typeof type === 'string' ? [type] : textsOf(type);
  if (style === 'json' || !types.some((one) => one === 'array' || one === 'object')) return { kind: 'text', text };
  const json = jsonOf(text);
  if (Array.isArray(json)) return { kind: 'list', items: json.map(unquoted) };
  if (json !== undefined && isObject(json)) {
    return { kind: 'members', members: membersOf(json).map(([name, one]) => [name, unquoted(one)]) };
  }
  return types.includes('array')
    ? { kind: 'list', items: text.split(',').map((item) => item.trim()) }
    : { kind: 'text', text };
}

/** Name and value pairs of a query, percent-encoded (OpenAPI 3.0.3 §4.7.12.3). */
export function queryPairs(document: JsonObject, parameter: Parameter, text: string): readonly string[] {
  const { style, explode } = parameter;
  const value = partedValue(document, parameter, text);
  const name = encodeURIComponent(parameter.name);
  if (value.kind === 'text') return [`${name}=${encodeURIComponent(value.text)}`];
  if (value.kind === 'members' && style === 'deepObject') {
    return value.members.map(([key, one]) => `${name}[${encodeURIComponent(key)}]=${encodeURIComponent(one)}`);
  }
  if (explode) {
    return value.kind === 'list'
      ? value.items.map((item) => `${name}=${encodeURIComponent(item)}`)
      : value.members.map(([key, one]) => `${encodeURIComponent(key)}=${encodeURIComponent(one)}`);
  }
  return [
    `${name}=${partsOf(value)
      .map(encodeURIComponent)
      .join(SEPARATORS[style] ?? ',')}`,
  ];
}

/** A part of a path, percent-encoded. */
export function pathPart(document: JsonObject, parameter: Parameter, text: string): string {
  const { style, explode } = parameter;
  const { parts, isPaired } = simpleParts(document, parameter, text, encodeURIComponent);
  if (style === 'label') return `.${parts.join(explode ? '.' : ',')}`;
  if (style !== 'matrix') return parts.join(',');
  const name = encodeURIComponent(parameter.name);
  if (!explode) return `;${name}=${parts.join(',')}`;
  return parts.map((part) => (isPaired ? `;${part}` : `;${name}=${part}`)).join('');
}

/** The value of a header or a cookie. */
export const plainText = (document: JsonObject, parameter: Parameter, text: string): string =>
  simpleParts(document, parameter, text, (part) => part).parts.join(',');

/** What a text is made of that begins with no name; `isPaired`: each part is `name=value`. */
function simpleParts(document: JsonObject, parameter: Parameter, text: string, encode: (part: string) => string) {
  const value = partedValue(document, parameter, text);
  const isPaired = value.kind === 'members' && parameter.explode;
  const parts = isPaired ? value.members.map((pair) => pair.map(encode).join('=')) : partsOf(value).map(encode);
  return { parts, isPaired };
}

/** A value as the text of a field. */
export const fieldText = (value: Json): string =>
  Array.isArray(value) && value.every((item: Json) => typeof item !== 'object' || item === null || !isObject(item))
    ? value.map(unquoted).join(',')
    : unquoted(value);

function partsOf(value: Value): readonly string[] {
  if (value.kind === 'text') return [value.text];
  return value.kind === 'list' ? value.items : value.members.flat();
}

function jsonOf(text: string): Json | undefined {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
