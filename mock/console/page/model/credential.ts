import type { RecordedRequest } from '../../../../openapi/types/control';

/** Where a request carries an API key. */
export interface Credential {
  readonly in: 'header' | 'query' | 'cookie';
  /** Of the header, the query parameter or the cookie, e.g. `Authorization`. */
  readonly name: string;
  /** What comes before the key, e.g. `Bearer `; behind `Basic ` it is a user without a password, encoded. */
  readonly prefix: string;
}

/** The prefix of HTTP Basic. */
export const BASIC = 'Basic ';

export const BEARER: Credential = { in: 'header', name: 'Authorization', prefix: 'Bearer ' };

/** The credentials that a request has, valid or not. Any `Cookie` counts, since the mock masks the names of cookies too. */
export function carriedBy({ query, request }: RecordedRequest, credentials: readonly Credential[]) {
  const has = (header: string) => request.headers.some(({ name }) => name.toLowerCase() === header.toLowerCase());
  const parameters = query.split('&').map(parameterOf);
  return credentials.filter((credential) => {
    if (credential.in === 'query') return parameters.some((name) => isNamed(credential, name));
    return has(credential.in === 'cookie' ? 'Cookie' : credential.name);
  });
}

/** The name of a query parameter, `name=value`. */
export const parameterOf = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? '';

/** Compares without case, since the mock masks parameters in any case. */
export const isNamed = (credential: Credential, name: string): boolean =>
  credential.name.toLowerCase() === name.toLowerCase();
