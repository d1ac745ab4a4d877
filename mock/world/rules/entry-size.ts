import type { KeptEntry } from './kept-bodies';

/** The entry itself, its numbers, and its place in a journal. */
const ENTRY = 500;
/** A text of a header and its place in the list. */
const HEADER_TEXT = 32;
/** A body's buffer, with the tables that the engine keeps of it. */
const BUFFER = 250;

/** About how many bytes an entry takes, were none of its parts shared with others, as header lists of one client are. */
export function sizeOfEntry({
  path,
  query,
  requestHeaders,
  requestBody,
  responseHeaders,
  responseBody,
}: KeptEntry): number {
  // Path and query are parts of one text, which either of them keeps.
  const target = 2 * (path.length + query.length);
  const body = requestBody === undefined ? 0 : BUFFER + requestBody.length;
  return (
    ENTRY + target + sizeOfHeaders(requestHeaders) + body + sizeOfHeaders(responseHeaders) + sizeOfBody(responseBody)
  );
}

function sizeOfHeaders(headers: readonly string[]): number {
  let size = HEADER_TEXT * headers.length;
  for (const text of headers) size += text.length;
  return size;
}

/** Texts of up to so many characters count as if each took two bytes, which costs less than a look at them. */
const SHORT = 256;

/** A text takes a byte for each character where all are below U+0100, and else two. */
const sizeOfBody = (text: string): number => (text.length <= SHORT || WIDE.test(text) ? 2 * text.length : text.length);

const WIDE = /[^\0-\xff]/;
