import type { SecurityScheme } from '../../openapi/contract';
import { basicUser, bearerToken, canonicalCredential } from '../http/authorization';
import { cookieOf } from '../http/headers';
import type { Call } from './model';

/** The credential that a request has in this scheme, in its canonical form; an empty one counts as none. */
export function credentialIn(
  scheme: SecurityScheme,
  { request, query }: Pick<Call, 'request' | 'query'>,
): string | undefined {
  if (scheme.kind === 'bearer') return bearerToken(request);
  if (scheme.kind === 'basic') return basicUser(request);
  const { in: place, parameter } = scheme.kind === 'http' ? AUTHORIZATION : scheme;
  const value = {
    header: () => [request.headers[parameter.toLowerCase()]].flat()[0],
    // Of several the last one counts, as in most frameworks.
    query: () => new URLSearchParams(query).getAll(parameter).at(-1),
    cookie: () => cookieOf(request, parameter),
  }[place]();
  return value === undefined || value === '' ? undefined : canonicalCredential(scheme, value);
}

const AUTHORIZATION = { in: 'header', parameter: 'authorization' } as const;

/** How a message tells of a scheme. */
export function howToSend(scheme: SecurityScheme): string {
  if (scheme.kind === 'bearer') return '"Authorization: Bearer <API key>"';
  if (scheme.kind === 'http') return `"Authorization: ${scheme.scheme} <API key>"`;
  if (scheme.kind === 'basic') return 'the user name of HTTP Basic, with an empty password';
  return scheme.in === 'query' ? `the query parameter "${scheme.parameter}"` : `the ${scheme.in} "${scheme.parameter}"`;
}
