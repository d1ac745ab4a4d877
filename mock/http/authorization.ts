import type { SecurityScheme } from '../../openapi/contract';
import type { WithHeaders } from './headers';

/**
 * The user of a request that identifies itself by HTTP Basic (RFC 7617 §2), as `canonicalUser` writes it; undefined where there is none.
 */
export function basicUser({ headers: { authorization = '' } }: WithHeaders): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization)?.[1];
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  return pair.includes(':') ? canonicalUser(pair) : undefined;
}

/** `user:password`; the user alone where the password is empty or says the same: a key is a user without a password of its own. */
export function canonicalUser(pair: string): string {
  const at = pair.indexOf(':');
  if (at < 0) return pair;
  const [user, password] = [pair.slice(0, at), pair.slice(at + 1)];
  return password === '' || password === user ? user : pair;
}

/** What stands behind the name of a scheme, whichever it is (RFC 9110 §11.4); the whole of a value without one. */
export const withoutScheme = (value: string): string => /^[\w!#$%&'*+.^`|~-]+ +(.+)$/.exec(value)?.[1]?.trim() ?? value;

/**
 * A credential of a scheme in the one form in which it is kept and looked up. In the header `Authorization` many documents describe an
 * API key that their clients send behind a word, such as `Bearer`: it counts with any such word, and without one.
 */
export function canonicalCredential(scheme: SecurityScheme, value: string): string {
  if (scheme.kind === 'basic') return canonicalUser(value);
  const isBehindWord =
    scheme.kind === 'http' ||
    (scheme.kind === 'apiKey' && scheme.in === 'header' && scheme.parameter.toLowerCase() === 'authorization');
  return isBehindWord ? withoutScheme(value) : value;
}

/** The bearer token of a request (RFC 6750 §2.1); the scheme's name is case-insensitive (RFC 9110 §11.1). */
export function bearerToken({ headers: { authorization = '' } }: WithHeaders): string | undefined {
  return /^bearer +(.+)$/i.exec(authorization)?.[1]?.trim();
}
