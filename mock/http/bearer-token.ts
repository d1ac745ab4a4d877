import type { WithHeaders } from './header-values';

/** The bearer token of a request (RFC 6750 §2.1); the scheme's name is case-insensitive (RFC 9110 §11.1). */
export function bearerToken({ headers: { authorization = '' } }: WithHeaders): string | undefined {
  return /^bearer +(.+)$/i.exec(authorization)?.[1]?.trim();
}
