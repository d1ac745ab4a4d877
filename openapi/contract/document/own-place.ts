import { pointerTo, pointerTokens } from '../json/pointer';
import { isObject, own } from '../json/value';

/** References may lead in a circle. */
const MOST_REFERENCES = 100;

/**
 * Where a place of a document stands in its text: below what a reference leads to, not below the reference. A place that is in
 * another file, or nowhere, stays as it is.
 *
 * @param json the document before any reference was followed
 */
export function ownPlace(json: unknown, pointer: string): string {
  let at = '';
  let value = json;
  let references = 0;
  const tokens = [...pointerTokens(pointer)];
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (isObject(value) && typeof value.$ref === 'string' && token !== '$ref') {
      references += 1;
      if (!value.$ref.startsWith('#/') || references > MOST_REFERENCES) return pointer;
      tokens.unshift(...pointerTokens(value.$ref.slice(1)), token);
      [at, value] = ['', json];
      continue;
    }
    at = pointerTo(at, token);
    // An array has its members under their places, as an object has them under their names.
    value =
      typeof value === 'object' && value !== null ? own(value as Readonly<Record<string, unknown>>, token) : undefined;
  }
  return at;
}
