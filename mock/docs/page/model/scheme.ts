import type { JsonObject } from '../../../console/page/link/exact-json';
import { textOf } from './json';
import type { Operation, Scheme } from './model';

/** The security schemes that operations ask for, but for those whose credential no request carries, such as mutual TLS. */
export const schemesOf = (
  listed: readonly (readonly [name: string, scheme: JsonObject])[],
  used: ReadonlySet<string>,
): readonly Scheme[] =>
  listed.filter(([name]) => used.has(name)).flatMap(([name, scheme]) => schemeOf(name, scheme) ?? []);

/** OpenAPI 3.0.3 §4.7.27; tokens of OAuth 2 and OpenID Connect are sent as bearer tokens. */
function schemeOf(
  name: string,
  { type, in: place, name: parameter, scheme, description }: JsonObject,
): Scheme | undefined {
  const known = { name, description: textOf(description), isUser: false };
  if (type === 'apiKey' && (place === 'query' || place === 'cookie' || place === 'header')) {
    return { ...known, in: place, parameter: textOf(parameter), prefix: '' };
  }
  const word = textOf(scheme) || 'Bearer';
  const standard = ['Basic', 'Bearer'].find((one) => one.toLowerCase() === word.toLowerCase()) ?? word;
  const prefix = type === 'http' ? standard : type === 'oauth2' || type === 'openIdConnect' ? 'Bearer' : undefined;
  if (prefix === undefined) return undefined;
  const header = { ...known, in: 'header', parameter: 'Authorization', prefix: `${prefix} ` } as const;
  return prefix === 'Basic' ? { ...header, isUser: true } : header;
}

/** What is typed in for each scheme, by its name. */
export type Credentials = Readonly<Record<string, string>>;

/** The schemes whose credentials go with a request: those of the first requirement that can be met. */
export function schemesFor(
  { security }: Pick<Operation, 'security'>,
  schemes: readonly Scheme[],
  credentials: Credentials,
): readonly Scheme[] {
  const ways = security.map((asked) => schemes.filter(({ name }) => asked.some((one) => one.name === name)));
  return ways.find((way) => way.length > 0 && way.every(({ name }) => (credentials[name] ?? '') !== '')) ?? [];
}

/** RFC 7617 §2: `user:password`; without a colon a user without a password. */
export const userOf = (value: string): string => (value.includes(':') ? value : `${value}:`);

/** The value of a credential as a request carries it, without what comes before it. */
export const sentValue = ({ isUser }: Pick<Scheme, 'isUser'>, value: string): string =>
  isUser ? btoa(String.fromCharCode(...new TextEncoder().encode(userOf(value)))) : value;
