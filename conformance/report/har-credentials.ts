/** What of an exchange nobody may read who reads a report: whatever lets somebody in. */
import type { Request } from '../model/exchange';

/** A header, a cookie or a parameter of a query. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

const HIDDEN = '***';

/** The headers of a request, those that hold a credential without it. */
export function hideFields({ headers, operation }: Request, redact: (text: string) => string): readonly Field[] {
  const schemes = operation.security.flatMap((scheme) =>
    scheme.kind === 'apiKey' && scheme.in === 'header' ? [scheme.parameter.toLowerCase()] : [],
  );
  const secret = new Set(['authorization', 'proxy-authorization', ...schemes]);
  return Object.entries(headers).map(([name, value]) => ({
    name: redact(name),
    value: secret.has(name) ? HIDDEN : redact(hideCookies(name, value)),
  }));
}

/** The target of a request, the key that a scheme has in its query left out. */
export function hideQuery({ target, operation }: Request): string {
  const names = operation.security.flatMap((scheme) =>
    scheme.kind === 'apiKey' && scheme.in === 'query' ? [scheme.parameter] : [],
  );
  const [path = '', ...rest] = target.split('?');
  if (names.length === 0 || rest.length === 0) return target;
  const parts = rest
    .join('?')
    .split('&')
    .map((part) => {
      const [name] = new URLSearchParams(part).keys();
      return name !== undefined && names.includes(name) ? `${part.split('=')[0]}=${HIDDEN}` : part;
    });
  return `${path}?${parts.join('&')}`;
}

/** A header without the values of its cookies (RFC 6265 §4.1.1, §4.2.1); any other header as it is. */
export function hideCookies(name: string, value: string): string {
  if (name === 'cookie') return pairsOf(value).map(hidden).join('; ');
  return name === 'set-cookie' ? cookiesSet(value).map(hidden).join(', ') : value;
}

/** The cookies that a request's headers have, their values hidden unless a variable stands there. */
export const cookiesOf = (headers: readonly Field[]): readonly Field[] =>
  headers
    .filter(({ name }) => name.toLowerCase() === 'cookie')
    .flatMap(({ value }) => pairsOf(value))
    .map((pair) => ({ name: nameOf(pair), value: pair.slice(nameOf(pair).length + 1) }));

/** The cookies that a `Set-Cookie` sets, their values hidden. */
export const cookiesSetBy = (value: string): readonly Field[] =>
  cookiesSet(value).map((cookie) => ({ name: nameOf(cookie), value: HIDDEN }));

/** Several are joined by commas, which also stand in dates. */
const cookiesSet = (value: string): readonly string[] => value.split(/,(?=[^;,=]*=)/).map((cookie) => cookie.trim());

const pairsOf = (value: string): readonly string[] => value.split(';').map((pair) => pair.trim());

const nameOf = (cookie: string): string => cookie.split(/[=;]/)[0] ?? '';

const hidden = (cookie: string): string => `${nameOf(cookie)}=${HIDDEN}`;
