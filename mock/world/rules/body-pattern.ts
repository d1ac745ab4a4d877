import { isObject, JsonError, parseJson } from '../../../openapi/contract';
import type { Test } from './all-of';

/** Makes the test that a body passes if it has in it what is wanted (see `RequestPattern.body`). */
export function createBodyTest(wanted: unknown): Test<Buffer | undefined> {
  return (body) => body !== undefined && body.length > 0 && contains(jsonOrText(body.toString('utf8')), wanted);
}

/** As JSON, else the text itself. */
function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return text;
    throw error;
  }
}

function contains(found: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) &&
      found.length === wanted.length &&
      wanted.every((item: unknown, place) => contains(found[place], item))
    );
  }
  if (!isObject(wanted)) return found === wanted;
  return (
    isObject(found) &&
    Object.entries(wanted).every(([name, value]) => Object.hasOwn(found, name) && contains(found[name], value))
  );
}
