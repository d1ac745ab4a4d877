import { groupedBy, once, partOf, schemesOf } from '../../../openapi/contract';
import { HIDDEN, isSecretHeader, isShortened, withoutSecrets } from '../../exchange/evidence';
import type { Body, Request, Response } from '../../exchange/exchange';
import { type Keys, looksLikeCredential, secretsIn } from '../../exchange/keys/keys';
import {
  credentialVariable,
  KEY_VARIABLE,
  LIMIT_KEY_VARIABLE,
  READER_KEY_VARIABLE,
  tellingForms,
} from '../../exchange/keys/near-misses';
import type { RunOptions } from '../../run/plan/options';

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

/** The headers of a reply, without its cookies' values (RFC 6265 §4.1.1) and other credentials. */
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

function withoutHalfSecret(text: string, isBeginning: boolean, redact: Redact): string {
  const shown = redact(text);
  return isBeginning ? partOf(shown, 0, Math.max(0, shown.length - LONGEST_SECRET)) : shown;
}

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

/** Shorter texts are not hidden: they may be ordinary words. */
const SHORTEST_KEY = 4;
const SHORTEST_SECRET = 8;

/**
 * What is hidden beside the keys: values of the user's headers, what of them is a credential by itself, and the user's password at the
 * proxy.
 */
export function secretsOf({
  headers,
  transport: { proxy },
}: Pick<RunOptions, 'headers' | 'transport'>): readonly string[] {
  const { username, password } = new URL(proxy ?? 'http://x');
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const basic = Buffer.from(`${user}:${pass}`).toString('base64');
  const parts = Object.entries(headers).flatMap(([name, value]) =>
    looksLikeCredential(name) ? secretsIn(name, value) : [],
  );
  return [...Object.values(headers), ...parts, ...(user === '' && pass === '' ? [] : [pass, basic])];
}

/**
 * Puts variables in place of the keys wherever a server may have repeated them: as they are, in near misses, and with any
 * of their characters in an escape of JSON, XML or URLs.
 *
 * @param secrets what is hidden beside the keys
 * @param used main keys besides this one, such as those that have expired
 */
export function redactor(
  { main, limit, reader, named = {} }: Keys,
  secrets: readonly string[],
  used: readonly string[] = [],
): (text: string) => string {
  const keys: readonly (readonly [string | undefined, string])[] = [
    ...[...new Set([main, ...used])].map((key) => [key, KEY_VARIABLE] as const),
    [limit, LIMIT_KEY_VARIABLE],
    [reader?.value, READER_KEY_VARIABLE],
    ...Object.entries(named).map(([name, key]) => [key, credentialVariable(name)] as const),
  ];
  const forms = keys.flatMap(([key, variable]) =>
    (key === undefined ? [] : tellingForms(key))
      .filter((form) => form.length >= SHORTEST_KEY)
      .map((form) => [form, `$${variable}`] as const),
  );
  const others = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .map((secret) => [secret, HIDDEN] as const);
  // The longest first, since one may be part of another.
  const order = [...forms, ...others]
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([secret, name]) => ({ secret, name, pattern: once(() => patternOf(secret)) }));
  const inText = secretFinder(order.map(({ secret }) => secret));
  return (text) => {
    const found = inText(text);
    return order.reduce(
      (shown, { secret, name, pattern }) => (found.has(secret) ? shown.replaceAll(pattern(), () => name) : shown),
      text,
    );
  };
}

/** A pattern of all the ways to write a secret. */
const patternOf = (secret: string): RegExp => new RegExp([...secret].map(writtenForms).join(''), 'g');

/** A pattern of the ways to write one character; escapes may have been escaped again. */
function writtenForms(char: string): string {
  const percent = [...Buffer.from(char)].map((byte) => `%(?:25)*${hexadecimal(byte, 2)}`).join('');
  const json = Array.from({ length: char.length }, (_, place) => `\\\\{1,7}u${hexadecimal(char.charCodeAt(place), 4)}`);
  const code = char.codePointAt(0) ?? 0;
  const entity = ENTITIES[char];
  const xml = [`&#0*${code};`, `&#x0*${hexadecimal(code, 1)};`, ...(entity === undefined ? [] : [entity])];
  const quoted = ['"', '\\', '/'].includes(char) ? [`\\\\{1,7}${escaped(char)}`] : [];
  return `(?:${[escaped(char), percent, json.join(''), ...quoted, ...xml].join('|')})`;
}

/** XML 1.0 §4.6. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escaped = (char: string): string => char.replace(/[.*+?^${}()|[\]\\/-]/, '\\$&');

/** A pattern of a number's digits, in either case. */
const hexadecimal = (number: number, digits: number): string =>
  number
    .toString(16)
    .padStart(digits, '0')
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** By so many characters at its end a secret is known, whatever stands before it in a text. */
const TAIL = 8;

/** Keys, tokens and base 64 are made of these. No escape merges with them, but with the first few of them. */
const PLAIN = /^[\w.~+/=-]{12,}$/;

/**
 * Tells which of many secrets may stand in a text, in whatever form. To look for those of thousands of clients one by one would
 * take minutes; this takes time in proportion to the text.
 */
function secretFinder(secrets: readonly string[]): (text: string) => ReadonlySet<string> {
  const odd = secrets.filter((secret) => !PLAIN.test(secret));
  const byTail = groupedBy(
    secrets.filter((secret) => PLAIN.test(secret)),
    (secret) => secret.slice(-TAIL),
  );
  return (text) => {
    const found = new Set(odd);
    if (byTail.size === 0) return found;
    const plain = text.replaceAll(ESCAPES, unescaped);
    for (let at = TAIL; at <= plain.length; at += 1)
      for (const secret of byTail.get(plain.slice(at - TAIL, at)) ?? []) found.add(secret);
    return found;
  };
}

/** Of URLs, JSON and XML; they may have been escaped again. */
const ESCAPES = /%(?:25)*([\da-f]{2})|\\{1,7}u([\da-f]{4})|&#x0*([\da-f]{1,4});|&#0*(\d{1,5});|\\{1,7}(?=\/)/gi;

function unescaped(_: string, percent?: string, json?: string, hexadecimal?: string, decimal?: string): string {
  const digits = percent ?? json ?? hexadecimal;
  // What stands before a slash says no more than the slash.
  if (digits === undefined && decimal === undefined) return '';
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return String.fromCharCode(code);
}
