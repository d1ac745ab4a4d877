/** The most characters of a session's name. */
const LONGEST = 200;

/** The name of a test's session: file, groups and title, in the form that a session's name may have. */
export const sessionName = (titlePath: readonly string[]): string =>
  [...titlePath.join(' › ').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, LONGEST).join('');
