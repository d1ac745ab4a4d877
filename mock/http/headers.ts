import type { IncomingHttpHeaders } from 'node:http';
import type { SecurityScheme } from '../../openapi/contract';

/** The headers of a message in Node's form: names and values in turn. */
export type RawHeaders = readonly string[];

export function pairsOf(raw: RawHeaders): readonly (readonly [name: string, value: string])[] {
  return raw.flatMap((name, place) => (place % 2 === 0 ? [[name, raw[place + 1] ?? ''] as const] : []));
}

/** The value of the first header with exactly this spelling; undefined if there is none. */
export function valueIn(raw: RawHeaders, name: string): string | undefined {
  for (let place = 0; place < raw.length; place += 2) if (raw[place] === name) return raw[place + 1];
  return undefined;
}

interface Headed {
  readonly headers: RawHeaders;
}

/** The value of the first header of a name, in whatever case. */
export const headerOf = ({ headers }: Headed, name: string): string | undefined =>
  pairsOf(headers).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];

/** A reply with this header in the place of those of its name, or without any of that name. */
export function withHeader<T extends Headed>(answer: T, name: string, value: string | undefined): T {
  const isMeant = ([one]: readonly [string, string]): boolean => one.toLowerCase() === name.toLowerCase();
  const pairs = pairsOf(answer.headers);
  const others = pairs.filter((pair) => !isMeant(pair));
  if (value === undefined) return { ...answer, headers: others.flat() };
  const place = pairs.findIndex(isMeant);
  const at = place < 0 ? others.length : place;
  return { ...answer, headers: others.toSpliced(at, 0, [name, value]).flat() };
}

/** The headers of a request by name in lower case; repeated ones are joined as Node joins them. */
export interface WithHeaders {
  readonly headers: IncomingHttpHeaders;
}

/** The value of a cookie as it was sent (RFC 6265 §4.2.1); undefined if the request has none of this name. */
export const cookieOf = (request: WithHeaders, name: string): string | undefined =>
  cookiesOf(request).find(([one]) => one === name)?.[1];

/** All cookies of a request, by name. */
export function cookiesOf({ headers: { cookie = '' } }: WithHeaders): readonly (readonly [string, string])[] {
  return cookie.split(';').flatMap((pair) => {
    const text = pair.trim();
    const at = text.indexOf('=');
    return at < 0 ? [] : [[text.slice(0, at), text.slice(at + 1)] as const];
  });
}

/** Whether a text can be sent as it is in any encoding that HTTP knows. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/**
 * The user of a request that identifies itself by HTTP Basic (RFC 7617 §2), as `canonicalUser` writes it; undefined where there is none.
 */
export function basicUser({ headers: { authorization = '' } }: WithHeaders): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization)?.[1];
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  return pair.includes(':') ? canonicalUser(pair) : undefined;
}

/** `user:password`; the user alone where the password is empty or says the same: a key is a user without a password of its own. */
function canonicalUser(pair: string): string {
  const at = pair.indexOf(':');
  if (at < 0) return pair;
  const [user, password] = [pair.slice(0, at), pair.slice(at + 1)];
  return password === '' || password === user ? user : pair;
}

/** What stands behind the name of a scheme, whichever it is (RFC 9110 §11.4); the whole of a value without one. */
const withoutScheme = (value: string): string => /^[\w!#$%&'*+.^`|~-]+ +(.+)$/.exec(value)?.[1]?.trim() ?? value;

/**
 * A credential in the one form in which it is stored and looked up. Many documents describe an API key in the header
 * `Authorization` that clients send behind a word, such as `Bearer`: it counts with any word, and without one.
 */
export function canonicalCredential(scheme: SecurityScheme, value: string): string {
  if (scheme.kind === 'basic') return canonicalUser(value);
  const isBehindWord =
    scheme.kind === 'http' ||
    (scheme.kind === 'apiKey' && scheme.in === 'header' && scheme.parameter.toLowerCase() === 'authorization');
  return isBehindWord ? withoutScheme(value) : value;
}

/** The bearer token of a request (RFC 6750 §2.1); the scheme's name is case-insensitive (RFC 9110 §11.1). */
export function bearerToken({ headers: { authorization = '' } }: WithHeaders): string | undefined {
  return /^bearer +(.+)$/i.exec(authorization)?.[1]?.trim();
}

/** Of a longer header the beginning counts. */
const LONGEST = 4096;

interface Weighted {
  /** In lower case, without parameters; empty where nothing stands there. */
  readonly name: string;
  /** From 0 to 1, by default 1 (RFC 9110 §12.4.2); not a number where it is written as none. */
  readonly weight: number;
}

/** The members of a header such as `Accept` or `Accept-Encoding`. */
export const weightedIn = (header: string): readonly Weighted[] =>
  header
    .slice(0, LONGEST)
    .split(',')
    .map((text) => {
      const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    });

/**
 * The index of the media type that an `Accept` header prefers (RFC 9110 §12.5.1), of equals the first; undefined where it
 * takes none of them.
 *
 * @param types such as `text/plain` or, with ranges as OpenAPI has them, `text/*`
 */
export function preferredOf(types: readonly string[], accept: string): number | undefined {
  const ranges = weightedIn(accept).filter(({ name, weight }) => name !== '' && !Number.isNaN(weight));
  const qualities = types.map((type) => qualityOf(type, ranges));
  const most = Math.max(0, ...qualities);
  return most > 0 ? qualities.indexOf(most) : undefined;
}

/** The most specific range counts. */
function qualityOf(offered: string, ranges: readonly Weighted[]): number {
  const type = (offered.split(';')[0] ?? '').trim().toLowerCase();
  const [main = ''] = type.split('/');
  const isWide = type.endsWith('/*');
  const named = (wanted: string) => ranges.find(({ name }) => name === wanted)?.weight;
  const inside = isWide ? ranges.find(({ name }) => main === '*' || name.startsWith(`${main}/`))?.weight : undefined;
  return named(type) ?? inside ?? named(`${main}/*`) ?? named('*/*') ?? 0;
}
