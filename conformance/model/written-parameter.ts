import { isJson, isObject, type Parameter, type Serialization, stringifyJson } from '../../openapi/contract';

/** A name and a text of a query or a form. */
export type Pair = readonly [name: string, text: string];

/** How a name comes whose style nobody has described: an array as several. */
const PLAIN: Serialization = { style: 'form', explode: true, separator: undefined, mediaType: undefined };

/** A value as the pairs that its style makes of it (OpenAPI 3.0.3 §4.7.12.3); none for an array or an object without anything. */
export function writtenPairs(name: string, value: unknown, how: Serialization = PLAIN): readonly Pair[] {
  const { style, explode, separator, mediaType } = how;
  if (mediaType !== undefined && isJson(mediaType)) return [[name, stringifyJson(value)]];
  if (Array.isArray(value)) {
    if (separator === undefined) return value.map((item): Pair => [name, textOf(item)]);
    return value.length === 0 ? [] : [[name, value.map(textOf).join(separator)]];
  }
  if (!isObject(value)) return [[name, textOf(value)]];
  if (style === 'deepObject') return Object.entries(value).flatMap(([member, one]) => deep(`${name}[${member}]`, one));
  if (explode) return Object.entries(value).flatMap(([member, one]) => writtenPairs(member, one));
  return [
    [
      name,
      Object.entries(value)
        .flat()
        .map(textOf)
        .join(separator ?? ','),
    ],
  ];
}

/** Deeper than one level OpenAPI says nothing; this is what most servers read. */
function deep(name: string, value: unknown): readonly Pair[] {
  if (Array.isArray(value)) return value.flatMap((item) => deep(`${name}[]`, item));
  if (isObject(value)) return Object.entries(value).flatMap(([member, one]) => deep(`${name}[${member}]`, one));
  return [[name, textOf(value)]];
}

/**
 * A value as the one text of a path, a header or a cookie.
 *
 * @param encode what a URL asks for of the characters in it
 */
export function writtenRow(
  { name, style, explode, separator = ',', mediaType }: Parameter,
  value: unknown,
  encode: (text: string) => string = (text) => text,
): string {
  if (mediaType !== undefined && isJson(mediaType)) return encode(stringifyJson(value));
  const text = (one: unknown): string => encode(textOf(one));
  const isNamed = style === 'matrix' && !(explode && isObject(value));
  const parts = Array.isArray(value)
    ? value.map(text)
    : isObject(value)
      ? membersOf(value, explode, text)
      : [text(value)];
  const named = isNamed && explode ? parts.map((part) => `${name}=${part}`) : parts;
  const row = named.join(separator);
  if (style === 'label') return `.${row}`;
  if (style !== 'matrix') return row;
  return isNamed && !explode ? `;${name}=${row}` : `;${row}`;
}

const membersOf = (
  value: Readonly<Record<string, unknown>>,
  explode: boolean,
  text: (one: unknown) => string,
): readonly string[] =>
  Object.entries(value).flatMap(([member, one]) =>
    explode ? [`${text(member)}=${text(one)}`] : [text(member), text(one)],
  );

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? stringifyJson(value) : String(value);
