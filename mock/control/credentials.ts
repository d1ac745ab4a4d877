import type { Contract, SecurityScheme } from '../../openapi/contract';
import type { Credential } from '../../openapi/types/control';
import { schemesAccepted } from '../pipeline/authenticate';

/** Each way to send an API key, in the order in which the contract mentions them. */
export const credentialsOf = (contract: Contract): readonly Credential[] =>
  schemesAccepted(contract).map((scheme) =>
    scheme.kind === 'apiKey'
      ? { in: scheme.in, name: scheme.parameter }
      : { in: 'header', name: 'Authorization', scheme: wordOf(scheme) },
  );

const wordOf = (scheme: Exclude<SecurityScheme, { kind: 'apiKey' }>): string =>
  scheme.kind === 'http' ? scheme.scheme : scheme.kind === 'bearer' ? 'Bearer' : 'Basic';
