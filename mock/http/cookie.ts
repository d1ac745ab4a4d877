import type { WithHeaders } from './header-values';

/** The value of a cookie as it was sent (RFC 6265 §4.2.1); undefined if the request has none of this name. */
export function cookieOf({ headers: { cookie = '' } }: WithHeaders, name: string): string | undefined {
  const pair = cookie.split(';').find((candidate) => candidate.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}

/** All cookies of a request, by name. */
export function cookiesOf({ headers: { cookie = '' } }: WithHeaders): readonly (readonly [string, string])[] {
  return cookie.split(';').flatMap((pair) => {
    const text = pair.trim();
    const at = text.indexOf('=');
    return at < 0 ? [] : [[text.slice(0, at), text.slice(at + 1)] as const];
  });
}
