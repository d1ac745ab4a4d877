import type { SecurityScheme } from '../../openapi/contract';
import { basicUser } from '../http/basic-user';
import { bearerToken } from '../http/bearer-token';
import { cookieOf } from '../http/cookie';
import type { Call } from './model';

/** The credential that a request has in this scheme, if any; an empty one counts as none. */
export function credentialIn(
  scheme: SecurityScheme,
  { request, query }: Pick<Call, 'request' | 'query'>,
): string | undefined {
  if (scheme.kind === 'bearer') return bearerToken(request);
  // The key is the name of the user, who has no password.
  if (scheme.kind === 'basic') return basicUser(request);
  if (scheme.kind === 'http') return afterScheme(request.headers.authorization ?? '');
  const { in: place, parameter } = scheme;
  const value = {
    header: () => [request.headers[parameter.toLowerCase()]].flat()[0],
    query: () => new URLSearchParams(query).get(parameter) ?? undefined,
    cookie: () => cookieOf(request, parameter),
  }[place]();
  return value === '' ? undefined : value;
}

/** What stands behind the name of a scheme, whichever it is (RFC 9110 §11.4). */
const afterScheme = (authorization: string): string | undefined =>
  /^[\w!#$%&'*+.^`|~-]+ +(.+)$/.exec(authorization)?.[1]?.trim();

/** How a message tells of a scheme. */
export function howToSend(scheme: SecurityScheme): string {
  if (scheme.kind === 'bearer') return '"Authorization: Bearer <API key>"';
  if (scheme.kind === 'http') return `"Authorization: ${scheme.scheme} <API key>"`;
  if (scheme.kind === 'basic') return 'the user name of HTTP Basic, with an empty password';
  return scheme.in === 'query' ? `the query parameter "${scheme.parameter}"` : `the ${scheme.in} "${scheme.parameter}"`;
}
