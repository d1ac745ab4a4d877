/** Whether a text is a URL with a user name or a password in it (RFC 3986 §3.2.1), or was meant as one. */
export function hasUserInfo(text: string): boolean {
  if (!hasScheme(text)) return false;
  if (!URL.canParse(text)) return text.includes('@');
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
}

/** A URL as a message may show it: without user name and password. Any other text stays as it is. */
export function withoutUserInfo(text: string): string {
  if (!hasUserInfo(text)) return text;
  const [scheme = ''] = text.split(':');
  // Where the password has an unescaped slash the URL can't be parsed, and all up to the last @ may belong to it.
  if (!URL.canParse(text)) return `${scheme}://${text.slice(text.lastIndexOf('@') + 1)}`;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}

/** Whether a text begins as a URL does. One letter is a drive of Windows. */
export const hasScheme = (text: string): boolean => /^[a-z][a-z0-9+.-]+:/i.test(text);
