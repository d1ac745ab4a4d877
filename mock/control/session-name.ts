/** The most characters of a session's name. */
const LONGEST = 200;

/** More of a text is not looked at: a hundred thousand characters more take as much time as all else of opening a session. */
const LOOKED_AT = 1000;

/**
 * The name of a session as it is kept and shown: on one line, not endless, and without what `hide` hides. It is a label,
 * often a test's title, and no text that is given for it is a mistake. Undefined where nothing is left of it.
 */
export function sessionName(given: string, hide: (text: string) => string): string | undefined {
  const line = given.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = [...hide(line.slice(0, LOOKED_AT))];
  const name = characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : characters.join('');
  return name === '' ? undefined : name;
}
