/** What JSON can say, with integers of any size: every number without a fraction or an exponent is a `bigint`. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const integer = /^-?\d+$/;
const mark = '\0integer ';
const writtenMark = '\\u0000integer ';

/** @throws SyntaxError for a text that is not JSON. */
export function parse(text: string): Json {
  JSON.parse(text);
  const marked = text.replace(stringOrNumber, (token) => (integer.test(token) ? `"${writtenMark}${token}"` : token));
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** Members that are undefined are left out. */
export function print(value: Json): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(print).join(',')}]`;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${print(member)}`],
  );
  return `{${members.join(',')}}`;
}

// Array.isArray does not narrow a readonly array away.
function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
