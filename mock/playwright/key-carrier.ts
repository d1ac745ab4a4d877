import type { Credential } from '../../openapi/types/control';

/** What of a request is changed before it goes to the mock. */
export interface Sent {
  readonly url: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Puts an API key onto a request, in the place of the one that it may have. */
export function withKey({ url, headers }: Sent, { in: place, name, scheme }: Credential, key: string): Sent {
  const value = scheme === undefined ? key : `${scheme} ${scheme === 'Basic' ? asUser(key) : key}`;
  switch (place) {
    case 'header':
      return { url, headers: { ...headers, [name.toLowerCase()]: value } };
    case 'cookie':
      return { url, headers: { ...headers, cookie: withCookie(headers.cookie ?? '', name, value) } };
    case 'query': {
      const target = new URL(url);
      target.searchParams.set(name, value);
      return { url: target.href, headers };
    }
  }
}

/** A user without a password (RFC 7617 §2). */
const asUser = (name: string): string => Buffer.from(`${name}:`).toString('base64');

function withCookie(cookies: string, name: string, value: string): string {
  const others = cookies.split(/; */).filter((cookie) => cookie !== '' && !cookie.startsWith(`${name}=`));
  return [...others, `${name}=${value}`].join('; ');
}
