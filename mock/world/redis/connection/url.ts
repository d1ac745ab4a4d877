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

/** The URL as it may be shown to anybody. */
export function shownUrl(text: string): string {
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
