import { JsonError, parseJson } from '../../openapi/contract';
import type { Body } from '../exchange/exchange';

/**
 * What the beginning of a JSON text shows, where the text is too long to be read: the whole items of the array that it is, or
 * that stands in the object that it is. Nothing of it is missing in the middle, so that what is wrong there is wrong.
 *
 * @param most how many values are looked at, counted by their separators
 */
export function beginningOfJson(text: string, most: number): Body['json'] {
  const start = text.search(/[^ \t\n\r]/);
  if (start >= 0 && !'[{"-0123456789tfn'.includes(text.charAt(start)))
    return { problem: 'it does not begin as JSON does' };
  const cut = lastItem(text, most);
  if (cut === undefined) return { beginning: undefined };
  try {
    return { beginning: parseJson(text.slice(0, cut.at) + (cut.depth === 1 ? ']' : ']}')) };
  } catch (error) {
    return { problem: error instanceof JsonError ? error.message : String(error) };
  }
}

/** Where the last item ends that is followed by a comma, in an array at depth 1 or 2 that does not end. */
function lastItem(text: string, most: number): { readonly at: number; readonly depth: number } | undefined {
  let depth = 0;
  let arrayAt: number | undefined;
  let inString = false;
  let separators = 0;
  let end: number | undefined;
  for (let at = 0; at < text.length && separators <= most; at += 1) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === BACKSLASH) at += 1;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char === COMMA) {
      separators += 1;
      if (depth === arrayAt) end = at;
    } else if (char === BRACKET || char === BRACE) {
      depth += 1;
      if (char === BRACKET && depth <= 2 && arrayAt === undefined) arrayAt = depth;
    } else if (char === BRACKET + 2 || char === BRACE + 2) {
      // This array is whole: what is too long is another one.
      if (depth === arrayAt) [arrayAt, end] = [undefined, undefined];
      depth -= 1;
    }
  }
  return end === undefined || arrayAt === undefined ? undefined : { at: end, depth: arrayAt };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
