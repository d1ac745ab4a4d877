import type { JsonObject } from '../../../console/page/link/exact-json';
import { textOf } from './json';
import type { Operation, Scheme } from './model';

/** The security schemes that operations ask for. */
export const schemesOf = (
  listed: readonly (readonly [name: string, scheme: JsonObject])[],
  used: ReadonlySet<string>,
): readonly Scheme[] => listed.filter(([name]) => used.has(name)).map(([name, scheme]) => schemeOf(name, scheme));

/** OpenAPI 3.0.3 §4.7.27; tokens of OAuth 2 and OpenID Connect are sent as bearer tokens. */
function schemeOf(name: string, { type, in: place, name: parameter, scheme, description }: JsonObject): Scheme {
  const known = { name, description: textOf(description) };
  if (type === 'apiKey' && (place === 'query' || place === 'cookie' || place === 'header')) {
    return { ...known, in: place, parameter: textOf(parameter), prefix: '' };
  }
  const prefix = type === 'http' && textOf(scheme).toLowerCase() === 'basic' ? 'Basic ' : 'Bearer ';
  return { ...known, in: 'header', parameter: 'Authorization', prefix };
}

/** What is typed in for each scheme, by its name. */
export type Credentials = Readonly<Record<string, string>>;

/** The schemes whose credentials go with a request: those of the first requirement that can be met. */
export function schemesFor(
  { security }: Pick<Operation, 'security'>,
  schemes: readonly Scheme[],
  credentials: Credentials,
): readonly Scheme[] {
  const met = security.find((names) => names.every((name) => (credentials[name] ?? '') !== ''));
  return schemes.filter(({ name }) => met?.includes(name));
}
