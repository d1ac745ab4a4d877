import fc, { type Arbitrary } from 'fast-check';

/** Ways to write a text into a request's target, of which some are wrong. */
const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => percent(text, /[^A-Za-z0-9._~-]/),
  (text) => percent(text, /[^A-Za-z0-9._~!$'()*+,;:@=-]/),
  (text) => percent(text, /[\s\S]/),
  (text) => percent(text, /[\s\S]/).toLowerCase(),
  (text) => percent(percent(text, /[^A-Za-z0-9._~-]/), /%/),
  (text) => percent(text, /[^A-Za-z0-9._~-]/).replaceAll('%20', '+'),
  (text) => percent(text, /[^A-Za-z0-9._~%-]/),
  (text) => percent(text, /[^A-Za-z0-9._~%/?&=#;{}|\\^`"<>[\]-]/),
];

/** A text as some client may write it in a path or a query. What stands in it keeps the rules of a request line. */
export const encoded = (text: Arbitrary<string>): Arbitrary<string> =>
  fc.tuple(text, fc.constantFrom(...ENCODINGS)).map(([plain, encode]) => inTarget(encode(plain)));

/** Without what ends a request line. */
const inTarget = (text: string): string => percent(text, /[^\x21-\x7e]/);

/** Percent-encodes what matches, as UTF-8; half of a surrogate pair as the three bytes that it would have. */
export function percent(text: string, which: RegExp): string {
  let written = '';
  for (const letter of text) written += which.test(letter) ? bytesOf(letter) : letter;
  return written;
}

function bytesOf(letter: string): string {
  const code = letter.charCodeAt(0);
  const isLone = letter.length === 1 && code >= 0xd800 && code <= 0xdfff;
  const bytes = isLone ? [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)] : Buffer.from(letter);
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
