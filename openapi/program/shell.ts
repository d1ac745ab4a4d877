/** A text as one word of a POSIX shell (XCU §2.2.2). */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The same without quotes where a shell takes the text as it is. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));

/**
 * Pieces of text as one word of a POSIX shell, with the value of a variable between each two of them: `"key=$NAME"`, or
 * `'a$b='"$NAME"` where double quotes would not keep a piece as it is (§2.2.3; and `!`, which interactive shells expand).
 * No piece but the first begins with a character that a variable's name may have.
 */
export function wordWith(variable: string, pieces: readonly string[]): string {
  if (pieces.length === 1) return quoted(pieces.join(''));
  const isPlain = !pieces.some((piece) => /[$`"\\!]/.test(piece));
  return isPlain ? `"${pieces.join(`$${variable}`)}"` : pieces.map(quoted).join(`"$${variable}"`);
}
