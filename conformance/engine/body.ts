import { JsonDepthError, JsonError, parseJson } from '../../openapi/contract';
import { shortened } from '../exchange/evidence';
import type { Body } from '../exchange/exchange';
import { beginningOfJson } from './beginning';
import type { Bytes } from './bytes';
import { decodedNow, type Undecoded } from './coding';

/** The most values of a body that are looked at: those of a page of 5,000 records with five each. */
const MOST_VALUES = 25_000;

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
  if ('problem' in decoded)
    return decoded.problem === undefined
      ? { bytes: length, text: undefined, isCut: true, json: { beginning: undefined } }
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
  const json = isCut || hasTooMany(text) ? beginningOfJson(text, MOST_VALUES) : whole(text);
  // Nobody needs more of the text once it was parsed.
  const shown = shortened(text);
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
