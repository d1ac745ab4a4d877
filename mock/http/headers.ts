import type { IncomingHttpHeaders } from 'node:http';
import type { SecurityScheme } from '../../openapi/contract';

/** The headers of a message in Node's form: names and values in turn. */
export type RawHeaders = readonly string[];

export const toRaw = (headers: Readonly<Record<string, string>>): RawHeaders => Object.entries(headers).flat();

export function pairsOf(raw: RawHeaders): readonly (readonly [name: string, value: string])[] {
  return raw.flatMap((name, place) => (place % 2 === 0 ? [[name, raw[place + 1] ?? ''] as const] : []));
}

/** The value of the first header with exactly this spelling; undefined if there is none. */
export function valueIn(raw: RawHeaders, name: string): string | undefined {
  for (let place = 0; place < raw.length; place += 2) if (raw[place] === name) return raw[place + 1];
  return undefined;
}

/** The headers of a request by name in lower case; repeated ones are joined as Node joins them. */
export interface WithHeaders {
  readonly headers: IncomingHttpHeaders;
}

/** The value of a cookie as it was sent (RFC 6265 §4.2.1); undefined if the request has none of this name. */
export function cookieOf({ headers: { cookie = '' } }: WithHeaders, name: string): string | undefined {
  const pair = cookie.split(';').find((candidate) => candidate.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}

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
export function canonicalUser(pair: string): string {
  const at = pair.indexOf(':');
  if (at < 0) return pair;
  const [user, password] = [pair.slice(0, at), pair.slice(at + 1)];
  return password === '' || password === user ? user : pair;
}

/** What stands behind the name of a scheme, whichever it is (RFC 9110 §11.4); the whole of a value without one. */
export const withoutScheme = (value: string): string => /^[\w!#$%&'*+.^`|~-]+ +(.+)$/.exec(value)?.[1]?.trim() ?? value;

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

/** The bearer token of a request (RFC 6750 §2.1); the scheme's name is case-insensitive (RFC 9110 §11.1). */
export function bearerToken({ headers: { authorization = '' } }: WithHeaders): string | undefined {
  return /^bearer +(.+)$/i.exec(authorization)?.[1]?.trim();
}

/**
 * The index of the media type that an `Accept` header prefers (RFC 9110 §12.5.1), of equals the first; undefined where it
 * takes none of them.
 *
 * @param types such as `text/plain` or, with ranges as OpenAPI has them, `text/*`
 */
export function preferredOf(types: readonly string[], accept: string): number | undefined {
  const ranges = accept.slice(0, LONGEST).split(',').flatMap(rangeOf);
  let best: number | undefined;
  let most = 0;
  for (const [index, type] of types.entries()) {
    const quality = qualityOf(type, ranges);
    if (quality <= most) continue;
    [best, most] = [index, quality];
  }
  return best;
}

/** Of a longer header the beginning counts. */
const LONGEST = 4096;

interface Range {
  readonly type: string;
  readonly quality: number;
}

function rangeOf(text: string): readonly Range[] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return name === '' || Number.isNaN(quality) ? [] : [{ type: name, quality }];
}

/** The most specific range counts. */
function qualityOf(offered: string, ranges: readonly Range[]): number {
  const type = (offered.split(';')[0] ?? '').trim().toLowerCase();
  const [main = ''] = type.split('/');
  const isWide = type.endsWith('/*');
  const named = (wanted: string) => ranges.find((range) => range.type === wanted)?.quality;
  const inside = isWide
    ? ranges.find((range) => main === '*' || range.type.startsWith(`${main}/`))?.quality
    : undefined;
  return named(type) ?? inside ?? named(`${main}/*`) ?? named('*/*') ?? 0;
}
