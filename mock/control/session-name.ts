/** The most characters of a session's name. */
const LONGEST = 200;

/**
 * The name of a session as it is kept and shown: on one line, and not endless. It is a label, often a test's title, and no
 * text that is given for it is a mistake. Undefined where nothing is left of it.
 */
export function sessionName(given: string): string | undefined {
  const line = given.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = [...line];
  const name = characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : line;
  return name === '' ? undefined : name;
}
