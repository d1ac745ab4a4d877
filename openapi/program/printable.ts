/**
 * A text from outside as one line that a terminal shows and does not obey: what is no visible character, turns the writing
 * direction or begins another line is written as an escape, such as `\u{9b}`. So is the bracket of `##[`, which GitHub's
 * runner obeys anywhere in a line of a log. Takes time linear in the text.
 */
export const printable = (text: string): string => text.replace(OBEYED, escaped);

/** The same for a text of several lines: line breaks and tabs stay as they are. */
export const printableLines = (text: string): string => text.replace(UNSEEN_IN_LINES, escaped);

/** The same written as the caller says. */
export const withoutUnseen = (text: string, write: (character: string) => string): string =>
  text.replace(UNSEEN_IN_LINES, write);

/**
 * Of the Unicode Character Database: controls (C0, DEL, C1), format characters (bidirectional ones, those without width,
 * tags), lone surrogates, separators of lines and paragraphs.
 */
const OBEYED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?<=##)\[/gu;
const UNSEEN_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;
