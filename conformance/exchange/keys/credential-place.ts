import type { SecurityScheme } from '../../../openapi/contract';
import { OWN_HEADERS } from '../query';

/** The texts that a place of a credential is named by. */
export const PLACES_TEXT = 'header:Authorization:Bearer, header:NAME, basic, query:NAME or cookie:NAME';

/** The security scheme that a text names by where it has its credential, as of a user; undefined where it names none. */
export function schemeAt(text: string): SecurityScheme | undefined {
  const own = { name: 'credential-in', pointer: '' };
  if (text.toLowerCase() === 'basic') return { ...own, kind: 'basic' };
  const [, where, parameter = '', word] = /^(header|query|cookie):([^:\s]+)(?::(.+))?$/.exec(text) ?? [];
  const place = (['header', 'query', 'cookie'] as const).find((one) => one === where);
  if (place === undefined || !(place === 'query' ? IN_QUERY : TOKEN).test(parameter)) return undefined;
  const isOfAuthorization = place === 'header' && parameter.toLowerCase() === 'authorization';
  if (place === 'header' && !isOfAuthorization && OWN_HEADERS.includes(parameter.toLowerCase())) return undefined;
  if (word === undefined) return { ...own, kind: 'apiKey', in: place, parameter };
  if (!isOfAuthorization || !TOKEN.test(word)) return undefined;
  const kind = (['bearer', 'basic'] as const).find((one) => one === word.toLowerCase());
  return kind === undefined ? { ...own, kind: 'http', scheme: word } : { ...own, kind };
}

/** Names of headers, cookies and schemes (RFC 9110 §5.6.2). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** A name that is none of a parameter with a value. */
const IN_QUERY = /^[^=&?#]+$/;

/** The text that names where a scheme has its credential. */
export function placeText(scheme: SecurityScheme): string {
  if (scheme.kind === 'basic') return 'basic';
  if (scheme.kind === 'apiKey') return `${scheme.in}:${scheme.parameter}`;
  return `header:Authorization:${scheme.kind === 'bearer' ? 'Bearer' : scheme.scheme}`;
}
