/** What the key of a caller may do: the operations whose scopes it has or, for a key that may only read, those that change nothing. */
import { type Contract, documents, type Operation } from '../../openapi/contract';
import { challengeOf, forbidden, type Problem } from '../errors/problems';
import type { ApiKey } from '../world/stores/model';
import type { Credential } from './model';

/**
 * Why a key is refused that is valid: it lacks a scope that each requirement of the operation asks for (RFC 6750 §3.1), or may
 * only read, where the document has a 403 for that. A key for which no scopes are given has all.
 */
export function refusalByRole(
  contract: Contract,
  operation: Operation | undefined,
  { scopes, readOnly }: Pick<ApiKey, 'scopes' | 'readOnly'>,
  credentials: readonly Credential[],
): Problem | undefined {
  if (operation === undefined || (scopes === undefined && readOnly !== true)) return undefined;
  const isChange = operation.method !== 'GET' && operation.method !== 'HEAD';
  if (readOnly === true && isChange && documents(operation, 403)) return forbidden('This API key may only read.', {});
  const missing = scopes === undefined ? [] : missingIn(operation, scopes, credentials);
  if (missing.length === 0) return undefined;
  const schemes = credentials.map(({ scheme }) => scheme);
  const challenge = challengeOf(contract, schemes, [], '');
  const isBearer = schemes.some(({ kind }) => kind === 'bearer');
  const told = `, error="insufficient_scope", scope="${missing.join(' ')}"`;
  const headers = isBearer ? { 'WWW-Authenticate': `${challenge}${told}` } : {};
  return forbidden(`This API key lacks ${missing.map((scope) => `"${scope}"`).join(', ')}.`, headers);
}

/** The scopes that a key lacks, by the requirement of those it has the credentials for that asks for the fewest more. */
function missingIn(
  { scopes: asked }: Operation,
  scopes: readonly string[],
  credentials: readonly Credential[],
): readonly string[] {
  const sent = new Set(credentials.map(({ scheme }) => scheme.name));
  const [fewest = []] = asked
    .filter((requirement) => Object.keys(requirement).every((name) => sent.has(name)))
    .map((requirement) => Object.values(requirement).flat())
    .map((wanted) => wanted.filter((scope) => !scopes.includes(scope)))
    .toSorted((one, other) => one.length - other.length);
  return fewest;
}
