import type { Body } from '../exchange/exchange';
import { readBody } from '../wire/body';
import type { HarContent } from './har-entry';

/** What is known of a body that a recorder may have left out, cut or decoded. */
export interface RecordedBody {
  readonly body: Body;
  readonly isKnown: boolean;
}

/**
 * The body of a recorded reply, as far as it is sure. What a recorder has cut, replaced or left out is not known, and
 * nothing is said of it: a server is not judged by its recorder.
 *
 * @param fields of the reply, by name in lower case
 */
export function recordedBody(
  content: HarContent,
  method: string,
  status: number,
  fields: ReadonlyMap<string, string>,
): RecordedBody {
  if (method === 'HEAD' || BODILESS.includes(status)) return known(Buffer.alloc(0));
  const { text, isBase64, size } = content;
  const encoding = fields.get('content-encoding');
  const told =
    encoding === undefined && fields.has('content-length') ? Number(fields.get('content-length')) : undefined;
  if (text === undefined || text === '') return isEmpty(content, told) ? known(Buffer.alloc(0)) : UNKNOWN;
  const bytes = isBase64 ? Buffer.from(text, 'base64') : Buffer.from(text);
  if (Math.max(size ?? 0, told ?? 0) > bytes.length || (!isBase64 && text.includes('\ufffd'))) return UNKNOWN;
  const { body } = known(bytes);
  if (body.json === undefined || !('problem' in body.json)) return { body, isKnown: true };
  // Some recorders leave the bytes as they came.
  const decoded = isBase64 && encoding !== undefined ? readBody(bytes, encoding) : undefined;
  if (decoded?.json !== undefined && !('problem' in decoded.json)) return { body: decoded, isKnown: true };
  if (isBase64 && encoding !== undefined) return UNKNOWN;
  return told !== bytes.length && isOpen(bytes.toString()) ? UNKNOWN : { body, isKnown: true };
}

const known = (bytes: Buffer): RecordedBody => ({ body: readBody(bytes, undefined), isKnown: true });

/** RFC 9110 §15.3.5, §15.3.6, §15.4.5. */
const BODILESS: readonly number[] = [204, 205, 304];

const UNKNOWN: RecordedBody = {
  body: { bytes: 1, text: undefined, isCut: true, json: { beginning: undefined } },
  isKnown: false,
};

/** Whether a body is known to be empty: an empty text may stand for one that was not recorded. */
const isEmpty = ({ text, size, bodySize }: HarContent, told: number | undefined): boolean =>
  told === 0 || (text === '' && size === 0 && bodySize === 0);

/** Whether a text may be JSON that was cut: something in it has begun, and has not ended. */
function isOpen(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (isInString) {
      if (char === '\\') at += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
  }
  return isInString || depth > 0;
}
