/** What of an exchange nobody may read who reads a report: whatever lets somebody in. */
import { partOf, schemesOf } from '../../openapi/contract';
import { HIDDEN, isSecretHeader, isShortened, withoutSecrets } from '../exchange/evidence';
import type { Body, Request, Response } from '../exchange/exchange';

/** A header, a cookie or a parameter of a query. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

type Redact = (text: string) => string;

/** The headers of a request, those that hold a credential without it. */
export function requestFields({ headers, operation }: Request, redact: Redact): readonly Field[] {
  const schemes = schemesOf(operation).flatMap((scheme) => (scheme.kind === 'apiKey' ? [scheme] : []));
  const secret = new Set(schemes.filter((one) => one.in === 'header').map(({ parameter }) => parameter.toLowerCase()));
  const cookies = new Set(schemes.filter((one) => one.in === 'cookie').map(({ parameter }) => parameter));
  const isDocumented = (name: string): boolean =>
    !cookies.has(name) && operation.parameters.some((one) => one.in === 'cookie' && one.name === name);
  const shownValue = (name: string, value: string): string => {
    if (secret.has(name) || isSecretHeader(name)) return HIDDEN;
    if (name !== 'cookie') return value;
    return pairsOf(value)
      .map((pair) => (isDocumented(nameOf(pair)) ? pair : hidden(pair)))
      .join('; ');
  };
  return Object.entries(headers).map(([name, value]) => ({
    name: redact(name),
    value: redact(shownValue(name, value)),
  }));
}

/** The headers of a reply, without its cookies' values (RFC 6265 §4.1.1) and whatever else lets somebody in. */
export const replyFields = ({ headers }: Response, redact: Redact): readonly Field[] =>
  [...headers].map(([name, value]) => ({
    name: redact(name),
    value: withoutHalfSecret(replyField(name, value), isShortened(value), redact),
  }));

function replyField(name: string, value: string): string {
  if (name === 'set-cookie') return cookiesSet(value).map(hidden).join(', ');
  if (name === 'location') return value.replaceAll(/(?<=[?#])[^?#]*/g, (query) => withoutSecrets(query));
  return isSecretHeader(name) ? HIDDEN : value;
}

/** The text of a body as far as it was kept. */
export const bodyText = ({ text = '', isCut }: Pick<Body, 'text' | 'isCut'>, redact: Redact): string =>
  withoutHalfSecret(text, isCut, redact);

/** Of a text whose beginning alone was kept, so much of the end is left out: it may be a part of a secret. */
const LONGEST_SECRET = 2000;

const withoutHalfSecret = (text: string, isBeginning: boolean, redact: Redact): string =>
  isBeginning ? withoutEnd(redact(text)) : redact(text);

const withoutEnd = (text: string): string => partOf(text, 0, Math.max(0, text.length - LONGEST_SECRET));

/** The target of a request, the key that a scheme has in its query left out. */
export function shownTarget({ target, operation }: Request): string {
  const names = schemesOf(operation).flatMap((scheme) =>
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

/** The cookies that a request's shown headers have. */
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
