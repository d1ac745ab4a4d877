import type { IncomingMessage } from 'node:http';

/** The value of a cookie as it was sent (RFC 6265 §4.2.1), undefined where the request has none of this name. */
export function cookieOf({ headers: { cookie = '' } }: IncomingMessage, name: string): string | undefined {
  const pair = cookie.split(';').find((candidate) => candidate.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}
