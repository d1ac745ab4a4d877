import { JsonError, parseJson } from './json';

/** The exact JSON value of a text; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
