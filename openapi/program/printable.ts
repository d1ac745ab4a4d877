/**
 * A text from outside as one line that a terminal shows and does not obey: what is no visible character, turns the writing
 * direction or begins another line is written as an escape, such as `\u{9b}`. Takes time linear in the text.
 */
export const printable = (text: string): string => text.replace(UNSEEN, escaped);

/** The same for a text of several lines, which stay lines. */
export const printableLines = (text: string): string => text.replace(UNSEEN_IN_LINES, escaped);

/**
 * JSON as one line that a terminal shows and does not obey. Its value stays the same, since strings alone may hold such
 * characters, and JSON has an escape for each of them.
 */
export const printableJson = (json: string): string =>
  json.replace(UNSEEN_IN_LINES, (character) => character.split('').map(unit).join(''));

/**
 * Of the Unicode Character Database: controls (C0, DEL, C1), format characters (bidirectional ones, those without width,
 * tags), lone surrogates, separators of lines and paragraphs.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const UNSEEN_IN_LINES = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/** RFC 8259 §7: a UTF-16 code unit in four digits. */
const unit = (half: string): string => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`;
