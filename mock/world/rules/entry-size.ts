import type { KeptEntry } from './kept-bodies';

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
