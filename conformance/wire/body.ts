import { JsonDepthError, JsonError, parseJson } from '../../openapi/contract';
import { shortened } from '../exchange/evidence';
import type { Body } from '../exchange/exchange';
import { type Bytes, decodedNow, TOO_LONG, type Undecoded } from './coding';

/** The most values of a body that are looked at: those of a page of 10,000 records with ten each. */
const MOST_VALUES = 100_000;

/** The most characters of a text that is no JSON: those of a table of some thousand rows. */
const MOST_OF_A_FILE = 500_000;

const utf8 = { fatal: true, ignoreBOM: true };

/**
 * Decodes and parses a body that was recorded, as far as that goes.
 *
 * @param encoding the `Content-Encoding` that the bytes are in
 */
export function readBody(raw: Buffer, encoding: string | undefined): Body {
  return bodyOf(decodedNow({ beginning: raw, length: raw.length }, encoding));
}

/** What the decoded bytes of a body are, or why they can't be decoded. */
export function bodyOf(decoded: Bytes | Undecoded): Body {
  const { length } = decoded;
  if (!('beginning' in decoded))
    return 'unread' in decoded
      ? { bytes: length, text: undefined, isCut: true, json: { beginning: undefined, unread: decoded.unread } }
      : noText(length, decoded.problem);
  const { beginning } = decoded;
  const isCut = length > beginning.length;
  if (beginning.subarray(0, 3).equals(BYTE_ORDER_MARK))
    return noText(length, 'it begins with a byte order mark (RFC 8259 §8.1)');
  let text: string;
  try {
    // A character that was cut in two is no fault of the server.
    text = new TextDecoder('utf-8', utf8).decode(beginning, { stream: isCut });
  } catch {
    return noText(length, 'it is not UTF-8 (RFC 8259 §8.1)');
  }
  if (text === '') return { bytes: length, text, isCut, json: undefined };
  const unread = isCut ? TOO_LONG : hasTooMany(text) ? `it has more than ${MOST_VALUES} values` : undefined;
  const json = unread === undefined ? whole(text) : beginningOfJson(text, MOST_VALUES, unread);
  // No more of the text is needed once it was parsed; of a table, or of lines, what is judged is the text, as long as the exchange is.
  const shown = json !== undefined && 'problem' in json && !isCut ? shortened(text, MOST_OF_A_FILE) : shortened(text);
  return { bytes: length, text: shown, isCut: isCut || shown.length < text.length, json };
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

const noText = (bytes: number, problem: string): Body => ({ bytes, text: undefined, isCut: false, json: { problem } });

function whole(text: string): Body['json'] {
  try {
    return { value: parseJson(text) };
  } catch (error) {
    const problem = error instanceof JsonError ? error.message : String(error);
    return error instanceof JsonDepthError ? { problem, isDeep: true } : { problem };
  }
}

/** Whether a text has more separators, and so may have more values, than are looked at. */
function hasTooMany(text: string): boolean {
  if (text.length <= MOST_VALUES) return false;
  let separators = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) {
    separators += 1;
    if (separators > MOST_VALUES) return true;
  }
  return false;
}

/**
 * What the beginning of a JSON text shows, where the text is too long to be read: the whole items of the array that it is, or
 * that stands in the object that it is. Nothing of it is missing in the middle, so that what is wrong there is wrong.
 *
 * @param most how many values are looked at, counted by their separators
 */
function beginningOfJson(text: string, most: number, unread: string): Body['json'] {
  const start = text.search(/[^ \t\n\r]/);
  if (start >= 0 && !'[{"-0123456789tfn'.includes(text.charAt(start)))
    return { problem: 'it does not begin as JSON does' };
  const cut = lastItem(text, most);
  if (cut === undefined) return { beginning: undefined, unread };
  try {
    return { beginning: parseJson(text.slice(0, cut.at) + (cut.depth === 1 ? ']' : ']}')), unread };
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
