import { FETCH_SECONDS, MAX_REDIRECTS } from './limits';
import { type ByteBudget, textOf } from './read-text';

export interface Download {
  readonly text: string;
  /** Where it was at last, after redirects. */
  readonly url: string;
}

interface DownloadOptions {
  readonly bytes: ByteBudget;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
  /** Called with each URL before it is asked; what it throws ends the download. Default: any URL is allowed. */
  allow?(url: string): void;
}

/** The text at a URL, within the bounds of size and time; an error's message says in a few words why it can't be read. */
export async function download(url: string, { bytes, signal, allow }: DownloadOptions): Promise<Download> {
  const late = AbortSignal.timeout(FETCH_SECONDS * 1000);
  const stop = new AbortController();
  const signals = [late, stop.signal, ...(signal === undefined ? [] : [signal])];
  try {
    return await follow(url, bytes, AbortSignal.any(signals), allow);
  } catch (error) {
    throw late.aborted ? new Error(`the server took longer than ${FETCH_SECONDS} seconds`) : error;
  } finally {
    // What is still to come is not waited for.
    stop.abort();
  }
}

async function follow(
  start: string,
  bytes: ByteBudget,
  signal: AbortSignal,
  allow: (url: string) => void = () => {},
): Promise<Download> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    allow(url);
    const response = await fetch(url, { signal, redirect: 'manual' });
    const location = isRedirect(response.status) ? response.headers.get('location') : null;
    if (location === null) {
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      return { text: response.body === null ? '' : await textOf(response.body, bytes), url };
    }
    await response.body?.cancel();
    const next = URL.canParse(location, url) ? new URL(location, url).href : location;
    if (!/^https?:/i.test(next)) throw new Error(`the server redirects to ${withoutUserInfo(next)}`);
    if (hasUserInfo(next))
      throw new Error(`the server redirects to ${withoutUserInfo(next)} with a user name or password`);
    url = next;
  }
  throw new Error(`the server redirects more than ${MAX_REDIRECTS} times`);
}

/** RFC 9110 §15.4: those whose `Location` is where the same thing is. */
const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** Whether a text is a URL with a user name or a password in it (RFC 3986 §3.2.1), or was meant as one. */
export function hasUserInfo(text: string): boolean {
  if (!hasScheme(text)) return false;
  if (!URL.canParse(text)) return text.includes('@');
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
}

/** A URL as a message may show it: without user name and password. Any other text stays as it is. */
export function withoutUserInfo(text: string): string {
  if (!hasUserInfo(text)) return text;
  const [scheme = ''] = text.split(':');
  // Where the password has an unescaped slash the URL can't be parsed, and all up to the last @ may belong to it.
  if (!URL.canParse(text)) return `${scheme}://${text.slice(text.lastIndexOf('@') + 1)}`;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}

/** Whether a text begins as a URL does. One letter is a drive of Windows. */
export const hasScheme = (text: string): boolean => /^[a-z][a-z0-9+.-]+:/i.test(text);
