import type { Contract, SecurityScheme } from '../../openapi/contract';
import { schemesAccepted } from '../pipeline/authenticate';

/** Where a request carries an API key. */
export interface Credential {
  readonly in: 'header' | 'query' | 'cookie';
  /** Of the header, the query parameter or the cookie. */
  readonly name: string;
  /** What stands before the key, with a space between; absent where the key stands alone. Behind `Basic` it is a user's name. */
  readonly scheme?: string;
}

/** Each way to send an API key, in the order in which the contract mentions them. */
export const credentialsOf = (contract: Contract): readonly Credential[] =>
  schemesAccepted(contract).map((scheme) =>
    scheme.kind === 'apiKey'
      ? { in: scheme.in, name: scheme.parameter }
      : { in: 'header', name: 'Authorization', scheme: wordOf(scheme) },
  );

const wordOf = (scheme: Exclude<SecurityScheme, { kind: 'apiKey' }>): string =>
  scheme.kind === 'http' ? scheme.scheme : scheme.kind === 'bearer' ? 'Bearer' : 'Basic';
