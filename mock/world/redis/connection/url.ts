/**
 * The URL of a Redis: `redis://[user:password@]host[:port][/db]`, or `rediss://` for TLS.
 *
 * @returns undefined for a text that is none
 */
export function readStoreUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { protocol, hostname, pathname, search, hash } = url;
  const isWhole = /^rediss?:$/.test(protocol) && hostname !== '' && /^(\/\d*)?$/.test(pathname) && search + hash === '';
  return isWhole && isEncoded(url) ? url : undefined;
}

/** Whether what is encoded in it can be decoded again. */
function isEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with a text that is none, without a word of it: any may be part of a password. */
export function whyNoStoreUrl(text: string): string {
  if (!/^rediss?:\/\//i.test(text)) return 'It has to begin with redis:// or rediss://.';
  if (!URL.canParse(text) || !isEncoded(new URL(text))) {
    return 'In a password, characters such as / # ? @ % are written %2F %23 %3F %40 %25; a port is a number up to 65535.';
  }
  const { hostname, search, hash } = new URL(text);
  if (hostname === '') return 'It names no host.';
  return search + hash === ''
    ? 'What follows the host is the number of a database, as in /0.'
    : 'Nothing may follow behind ? or #; in a password they are written %3F and %23.';
}

const DEFAULT_PORT = 6379;

/** The URL as it may be shown: without user and password. */
export function shownUrl(text: string): string {
  const { protocol, hostname, port, pathname } = new URL(text);
  return `${protocol}//${hostname}:${port || DEFAULT_PORT}${pathname === '/' ? '' : pathname}`;
}
