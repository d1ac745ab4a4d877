import type { IncomingHttpHeaders } from 'node:http';

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
