import type { Contract, SecurityScheme } from '../../openapi/contract';

/** A credential as it was sent, and the scheme by which it was. */
export interface SentCredential {
  readonly scheme: SecurityScheme;
  readonly value: string;
}

/** What is wrong with a credential that was sent: all that a caller is told. */
export const INVALID = 'The API key is not valid.';

/**
 * The `WWW-Authenticate` of a 401: a challenge for each kind of credential that would do (RFC 9110 §11.6.1). A bearer
 * token's has an error code only where one was sent (RFC 6750 §3); for a key in a field of its own no scheme is
 * registered, and `ApiKey` is what is used most.
 */
export function challengeOf(
  { title }: Contract,
  schemes: readonly SecurityScheme[],
  sent: readonly SentCredential[],
): string {
  const realm = `realm="${title.replaceAll(/[^ !#-[\]-~]/g, '')}"`;
  const isRefused = sent.some(({ scheme }) => scheme.kind === 'bearer');
  const error = isRefused ? `, error="invalid_token", error_description="${INVALID}"` : '';
  const challenges = schemes.map(({ kind }) => (kind === 'bearer' ? `Bearer ${realm}${error}` : `ApiKey ${realm}`));
  return [...new Set(challenges)].join(', ');
}
