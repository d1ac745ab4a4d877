import { KEPT_BODY, type NewEntry } from '../stores/journal';

/** What a journal keeps of a request: the object that was passed where that has no body to be copied. */
export interface KeptEntry extends Omit<NewEntry, 'requestBody'> {
  /** A small one as a text with a character for each byte, see `requestBodyOf`. */
  readonly requestBody: Buffer | string | undefined;
  readonly requestTruncated?: boolean;
  readonly responseTruncated?: boolean;
}

/**
 * Of bodies that are smaller, Node keeps many in one buffer, all of which each of them keeps alive. As a text one takes no
 * more than its bytes, and is made in a tenth of the time that a buffer of its own takes.
 */
const SMALL = Buffer.poolSize / 2;

/** The request with bodies of no more than `KEPT_BODY` bytes. */
export function withKeptBodies(entry: NewEntry): KeptEntry {
  const { requestBody, responseBody } = entry;
  const isSmall = requestBody !== undefined && requestBody.length < SMALL;
  const requestTruncated = requestBody !== undefined && requestBody.length > KEPT_BODY;
  // No UTF-16 unit takes more than three bytes, so that most bodies need not be measured.
  const responseTruncated = responseBody.length * 3 > KEPT_BODY && Buffer.byteLength(responseBody) > KEPT_BODY;
  if (!requestTruncated && !responseTruncated) {
    // Nothing but what the entry has: with further members the copy would take 8 µs in the place of 0.1.
    return isSmall ? { ...entry, requestBody: requestBody.toString('latin1') } : entry;
  }
  return {
    ...entry,
    requestBody: isSmall ? requestBody.toString('latin1') : requestBody && beginningOfBytes(requestBody),
    requestTruncated,
    responseBody: responseTruncated ? beginningOf(responseBody) : responseBody,
    responseTruncated,
  };
}

/** As many bytes as fit. A copy: a part of a buffer keeps the whole of it alive. */
const beginningOfBytes = (bytes: Buffer): Buffer =>
  bytes.length > KEPT_BODY ? Buffer.from(bytes.subarray(0, KEPT_BODY)) : bytes;

/** The bytes of a body that was kept. */
export const requestBodyOf = ({ requestBody }: KeptEntry): Buffer | undefined =>
  typeof requestBody === 'string' ? Buffer.from(requestBody, 'latin1') : requestBody;

/** As much of a text as fits, in whole characters; a copy, too. */
function beginningOf(text: string): string {
  const bytes = Buffer.allocUnsafe(KEPT_BODY);
  return bytes.toString('utf8', 0, bytes.write(text));
}

/** The entry itself, its numbers, and its place in a journal. */
const ENTRY = 400;
/** A text of a request's header, with its place in the list; one that a client repeats may be there once for many. */
const SENT_TEXT = 32;
/** The place of a reply's header in its list: most of its texts are the same for all replies. */
const PLACE = 16;
/** A longer text of a reply's header is one that the client sent, or a fault has. */
const OWN_TEXT = 100;
/** What a body takes beside its bytes: most of it where it has a buffer of its own, of which the engine keeps tables. */
const BODY = 280;

/** About how many bytes an entry takes. */
export function sizeOfEntry(entry: KeptEntry): number {
  const { path, query, requestHeaders, requestBody, responseHeaders, responseBody } = entry;
  // Path and query are parts of one text, which either of them keeps.
  let size = ENTRY + 2 * (path.length + query.length) + sizeOfBody(responseBody);
  if (requestBody !== undefined) size += BODY + requestBody.length;
  size += SENT_TEXT * requestHeaders.length;
  for (const text of requestHeaders) size += text.length;
  size += PLACE * responseHeaders.length;
  for (const text of responseHeaders) if (text.length > OWN_TEXT) size += text.length;
  return size;
}

/** Texts of up to so many characters count as if each took two bytes, which costs less than a look at them. */
const SHORT = 256;

/** A text takes a byte for each character where all are below U+0100, and else two. */
const sizeOfBody = (text: string): number => (text.length <= SHORT || WIDE.test(text) ? 2 * text.length : text.length);

const WIDE = /[^\0-\xff]/;
