import type { Contract, SecurityScheme } from '../../openapi/contract';

/** Why a credential is refused. Deliberately no more than that. */
export const INVALID = 'The API key is not valid.';

/**
 * The `WWW-Authenticate` of a 401: a challenge for each kind of credential that is accepted (RFC 9110 §11.6.1). For a
 * bearer token it has an error code only if one was sent (RFC 6750 §3). For a key in a field of its own no scheme is
 * registered; `ApiKey` is the most common name. User names of Basic are UTF-8 (RFC 7617 §2.1).
 *
 * @param sent the schemes by which a credential was sent
 */
export function challengeOf(
  { title }: Contract,
  schemes: readonly SecurityScheme[],
  sent: readonly SecurityScheme[],
): string {
  const realm = `realm="${title.replaceAll(/[^ !#-[\]-~]/g, '')}"`;
  const isRefused = sent.some(({ kind }) => kind === 'bearer');
  const error = isRefused ? `, error="invalid_token", error_description="${INVALID}"` : '';
  const challenge = {
    bearer: `Bearer ${realm}${error}`,
    basic: `Basic ${realm}, charset="UTF-8"`,
    apiKey: `ApiKey ${realm}`,
  };
  const challenges = schemes.map((scheme) =>
    scheme.kind === 'http' ? `${scheme.scheme} ${realm}` : challenge[scheme.kind],
  );
  return [...new Set(challenges)].join(', ');
}
