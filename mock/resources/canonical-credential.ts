import type { SecurityScheme } from '../../openapi/contract';
import { canonicalUser, withoutScheme } from '../http/authorization';

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
