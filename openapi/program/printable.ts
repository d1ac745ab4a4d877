/**
 * A text from outside as one line that a terminal shows and does not obey: what is no visible character is written as an
 * escape, such as `\u{9b}`, and so is the bracket of `##[`, which GitHub's runner obeys anywhere in a line of a log.
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

/** A text as one word of a POSIX shell (XCU §2.2.2), and of nothing that a terminal would obey or not show. */
export const quoted = (text: string): string => (isPrintable(text) ? inQuotes(text) : printed(text));

const isPrintable = (text: string): boolean => printableLines(text) === text;

const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** By `printf` (XCU), which knows octal bytes. What it prints loses its last line breaks (§2.6.3), so these stand behind it. */
function printed(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  const format = text.slice(0, end).replaceAll(/[%\\!']|^-/g, (character) => FORMAT[character] ?? '');
  return `"$(printf '${withoutUnseen(format, octal)}')"${end === text.length ? '' : inQuotes(text.slice(end))}`;
}

/** Of a quotation mark and of what interactive shells expand, the byte; of the others, what the format has for them. */
const FORMAT: Readonly<Record<string, string>> = { '%': '%%', '\\': '\\\\', '!': '\\041', "'": '\\047', '-': '\\055' };

const octal = (character: string): string =>
  [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

/** The same without quotes where a shell takes the text as it is. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));

/**
 * Pieces of text as one word of a POSIX shell, with the value of a variable between each two of them: `"key=$NAME"`, or
 * `'a$b='"$NAME"` where double quotes would not keep a piece as it is (§2.2.3; and `!`, which interactive shells expand).
 * No piece but the first begins with a character that a variable's name may have.
 */
export function wordWith(variable: string, pieces: readonly string[]): string {
  if (pieces.length === 1) return quoted(pieces.join(''));
  const isPlain = pieces.every((piece) => isPrintable(piece) && !/[$`"\\!]/.test(piece));
  return isPlain ? `"${pieces.join(`$${variable}`)}"` : pieces.map(quoted).join(`"$${variable}"`);
}
