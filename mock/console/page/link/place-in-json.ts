import { readJson } from './exact-json';

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
