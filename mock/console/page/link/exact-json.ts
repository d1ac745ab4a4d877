/**
 * JSON whose numbers keep their text. `JSON.parse` would turn 9007199254740993 into 9007199254740992, and 1.0 into 1.
 */
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

/** A value on one line. */
export function writeJson(value: Json): string {
  if (value instanceof JsonNumber) return value.text;
  if (isList(value)) return `[${value.map(writeJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${writeJson(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** The items of a list; none of anything else. */
export const listOf = (value: Json | undefined): readonly Json[] => (value !== undefined && isList(value) ? value : []);

export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !isList(value) && !(value instanceof JsonNumber);

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

/** A part of a text, by its first place and the one after its last. */
type Span = readonly [from: number, to: number];

/** What is wrong with a JSON text: a sentence, and where in the text it is, if that is known. */
export interface Mistake {
  readonly message: string;
  readonly span: Span | undefined;
}

/** @returns undefined for a text that is JSON */
export function syntaxMistake(text: string): Mistake | undefined {
  try {
    readJson(text);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
    return { message: `This is not JSON: ${message}.`, span: [at, at + 1] };
  }
}

/** A refusal of a text that names its place by a JSON pointer, as in `/name must be a string`. */
export function refusalIn(text: string, message: string): Mistake {
  const pointer = /(?:^|\s)((?:\/[^\s/]+)+)/.exec(message)?.[1];
  return { message, span: pointer === undefined ? undefined : spanOf(text, pointer) };
}

/** The name that a pointer ends with, in the text; that of an outer member where the text does not have it. */
function spanOf(text: string, pointer: string): Span | undefined {
  let span: Span | undefined;
  for (const token of pointer.slice(1).split('/')) {
    const name = JSON.stringify(token.replaceAll('~1', '/').replaceAll('~0', '~'));
    const at = text.indexOf(name, span?.[1] ?? 0);
    if (at >= 0) span = [at, at + name.length];
  }
  return span;
}
