/** JSON whose numbers keep their text. `JSON.parse` would turn 9007199254740993 into 9007199254740992, and 1.0 into 1. */
export type Json = null | boolean | string | JsonNumber | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** A string, a number or literal, or a punctuation mark; whitespace is skipped. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[^\s[\]{}:,"]+|[[\]{}:,]/g;

/** @throws SyntaxError if the text is not JSON */
export function readJson(text: string): Json {
  JSON.parse(text);
  // Begins the texts that take the place of numbers; no other text begins so.
  const mark = `${Math.random()} `;
  const marked = text.replaceAll(TOKEN, (token) => (/^[-\d]/.test(token) ? `"${mark}${token}"` : token));
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? new JsonNumber(value.slice(mark.length)) : value,
  );
}

/** What a thrown value says, such as why a text is not JSON. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A value on one line. */
export function writeJson(value: Json): string {
  if (value instanceof JsonNumber) return value.text;
  if (isList(value)) return `[${value.map(writeJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${writeJson(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !isList(value) && !(value instanceof JsonNumber);

/** A member of an object; undefined where there is no such object, or it has no such member. */
export const memberOf = (holder: Json | undefined, name: string): Json | undefined =>
  isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;

/** An object; an empty one in place of anything else. */
export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** The members of an object in their order; none of anything else. */
export const membersOf = (value: Json | undefined): readonly (readonly [name: string, value: Json])[] =>
  Object.entries(objectOf(value));

/** The items of an array; none of anything else. */
export const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** A text; an empty one in place of anything else. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The texts of an array. */
export const textsOf = (value: Json | undefined): readonly string[] =>
  itemsOf(value).filter((item) => typeof item === 'string');

/** A value as the text of a field or a path: a string without quotes, anything else in JSON. */
export const unquoted = (value: Json): string => (typeof value === 'string' ? value : writeJson(value));

/** Deeper texts are not indented: with nothing but brackets, the indents would use up the memory. */
const DEEPEST = 60;

/** Adds line breaks and indents to a JSON text, and keeps its tokens. A text that is not JSON, or too deep, stays as it is. */
export function prettyJson(text: string): string {
  if (!isJson(text)) return text;
  const tokens = text.match(TOKEN) ?? [];
  let depth = 0;
  let pretty = '';
  for (const [at, token] of tokens.entries()) {
    const previous = tokens[at - 1];
    if (token === ']' || token === '}') {
      depth--;
      pretty += previous === '[' || previous === '{' ? token : lineBreak(depth) + token;
      continue;
    }
    if (previous === '[' || previous === '{' || previous === ',') pretty += lineBreak(depth);
    pretty += token === ':' ? ': ' : token;
    if (token === '[' || token === '{') depth++;
    if (depth > DEEPEST) return text;
  }
  return pretty;
}

const lineBreak = (depth: number): string => `\n${'  '.repeat(depth)}`;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
