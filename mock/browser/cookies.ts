/** A cookie as a server sets it (RFC 6265bis §5.6), as far as it matters to a mock. */
interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** In milliseconds since 1970; without it the cookie is gone when the browser is closed. */
  readonly expires: number | undefined;
  readonly isHttpOnly: boolean;
}

/** The cookies of the site itself, as far as a script can reach them. */
export interface SiteCookies {
  /** As a `Cookie` header has them. */
  read(): Promise<string> | string;
  /** @returns whether the site has it now, and `read` shows it */
  write(cookie: Cookie, line: string): Promise<boolean> | boolean;
}

/** What a browser knows of a server's cookies, and sends to it again. */
export interface Cookies {
  headerFor(url: URL): Promise<string | undefined>;
  /** @param lines the values of `Set-Cookie` in a reply from there */
  take(url: URL, lines: readonly string[]): Promise<void>;
}

/**
 * Cookies are those of the site itself where a script can have them there. Others are in a jar beside it, for as long as the mock runs: those
 * of another origin, of paths where the page is not, and those that are `HttpOnly`.
 *
 * @param site undefined for what is on another origin than the page
 */
export function createCookies(site: (url: URL) => SiteCookies | undefined): Cookies {
  const jar = new Map<string, Cookie>();
  return {
    async headerFor(url) {
      for (const [key, { expires }] of jar) if (expires !== undefined && expires <= Date.now()) jar.delete(key);
      const own = [...jar.values()].filter(({ path }) => isBelow(path, url.pathname));
      const pairs = [await site(url)?.read(), ...own.map(pairOf)];
      return pairs.filter(Boolean).join('; ') || undefined;
    },
    async take(url, lines) {
      for (const line of lines) {
        const cookie = cookieOf(url, line);
        if (cookie === undefined) continue;
        const key = `${cookie.name};${cookie.path}`;
        jar.delete(key);
        const isThere = !cookie.isHttpOnly && (await site(url)?.write(cookie, line)) === true;
        if (!isThere) jar.set(key, cookie);
      }
    },
  };
}

/** Those that a script of the page sees. */
export const cookiesOfPage = (document: { cookie: string }, path: () => string): SiteCookies => ({
  read: () => document.cookie,
  write(cookie, line) {
    // Of others it can't be told whether they are there.
    if (!isBelow(cookie.path, path())) return false;
    document.cookie = line.replace(/;\s*path=[^;]*|$/i, `; path=${cookie.path}`);
    return true;
  },
});

/** What of the Cookie Store API (https://cookiestore.spec.whatwg.org) is needed here: a service worker has no other way to cookies. */
export interface CookieStore {
  getAll(): Promise<readonly { readonly name: string; readonly value: string }[]>;
  set(cookie: object): Promise<void>;
}

/** @param scope the path of the worker, for which alone the store shows cookies */
export const cookiesOfStore = (store: CookieStore, scope: string): SiteCookies => ({
  async read() {
    const all = await store.getAll().catch(() => []);
    return all.map(pairOf).join('; ');
  },
  async write({ name, value, path, expires = null }) {
    if (!isBelow(path, scope)) return false;
    return store.set({ name, value, path, expires }).then(
      () => true,
      () => false,
    );
  },
});

const pairOf = ({ name, value }: Pick<Cookie, 'name' | 'value'>): string => (name === '' ? value : `${name}=${value}`);

/** RFC 6265bis §5.6; undefined for what is none. */
function cookieOf({ pathname, hostname }: URL, line: string): Cookie | undefined {
  const [pair = '', ...rest] = line.split(';');
  // One without `=` is a value without a name.
  const [, name = '', value = ''] = /^\s*(?:([^=]*?)\s*=)?\s*(.*?)\s*$/s.exec(pair) ?? [];
  if (name === '' && value === '') return undefined;
  const attributes = new Map(
    rest.map((one) => {
      const [key = '', ...given] = one.split('=');
      return [key.trim().toLowerCase(), given.join('=').trim()];
    }),
  );
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  if (domain !== '' && !`.${hostname}`.endsWith(`.${domain}`)) return undefined;
  const path = attributes.get('path');
  return {
    ...{ name, value, expires: expiryOf(attributes) },
    path: path?.startsWith('/') === true ? path : pathname.replace(/(.)\/[^/]*$|[^/]*$/, '$1') || '/',
    isHttpOnly: attributes.has('httponly'),
  };
}

/** `Max-Age` goes before `Expires`. */
function expiryOf(attributes: ReadonlyMap<string, string>): number | undefined {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Date.now() + Number(age) * 1000;
  const date = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(date) ? undefined : date;
}

/** RFC 6265 §5.1.4. */
const isBelow = (path: string, pathname: string): boolean =>
  pathname.startsWith(path) && (path.endsWith('/') || pathname.length === path.length || pathname[path.length] === '/');
