import type { WithHeaders } from './header-values';

/** The token that a request bears (RFC 6750 §2.1); the scheme's name comes in any case (RFC 9110 §11.1). */
export function bearerToken({ headers: { authorization = '' } }: WithHeaders): string | undefined {
  return /^bearer +(.+)$/i.exec(authorization)?.[1]?.trim();
}
