import type { BrowserContext, Route } from '@playwright/test';
import type { Credential, RecordedRequest } from '../../openapi/types/control';
import type { ConnectedMock } from '../client/remote/connect';
import type { RemoteSessionClient } from '../client/remote/world';

interface Api {
  /** The mock's own base URL; neither has a slash at its end. */
  readonly baseUrl: string;
  /** The base URL that the page knows the API by, if it is another one. */
  readonly apiUrl: string | undefined;
  /** The key that the requests carry; undefined leaves them as they are. */
  readonly key: SessionKey | undefined;
}

/**
 * Sends the requests of a context's pages for the API to the mock, with the key. No other request is touched: a header of
 * the whole context would show the key to every server, and change what is asked before a request to another origin.
 */
export async function routeApi(context: BrowserContext, { baseUrl, apiUrl, key }: Api): Promise<void> {
  const { protocol } = new URL(baseUrl);
  for (const from of new Set([baseUrl, apiUrl ?? baseUrl])) {
    await context.route(new RegExp(`^${escaped(from)}(?=[/?#]|$)`), async (route) => {
      const request = route.request();
      const asked = { url: baseUrl + request.url().slice(from.length), headers: request.headers() };
      const sent = key === undefined ? asked : withKey(asked, key.credential, key.value);
      // The browser takes neither another scheme nor another cookie for a request that it has begun.
      const canContinue = new URL(request.url()).protocol === protocol && key?.credential.in !== 'cookie';
      await (canContinue ? route.continue(sent) : answerFor(route, sent));
    });
  }
}

/** Sends the request from here, and gives the page the reply. */
async function answerFor(route: Route, sent: Sent): Promise<void> {
  try {
    await route.fulfill({ response: await route.fetch({ ...sent, maxRedirects: 0, timeout: 0 }) });
  } catch {
    // The mock broke the connection off, as a fault of it may; or the page has gone, and takes no answer.
    await route.abort().catch(() => {});
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A key's value, and how a request carries it. */
interface SessionKey {
  readonly value: string;
  readonly credential: Credential;
}

/**
 * The key that the requests of a session's pages carry; undefined where the API asks for none.
 *
 * @param name that of the key; undefined for the first, false for none
 */
export function sessionKey(
  { credentials: [credential] }: Pick<ConnectedMock, 'credentials'>,
  { apiKeys }: Pick<RemoteSessionClient, 'apiKeys'>,
  name: string | false | undefined,
): SessionKey | undefined {
  const names = Object.keys(apiKeys);
  const wanted = name ?? names[0];
  if (credential === undefined || wanted === false || wanted === undefined) return undefined;
  const value = Object.hasOwn(apiKeys, wanted) ? apiKeys[wanted] : undefined;
  if (value !== undefined) return { value, credential };
  throw new Error(`apiKeyName: there is no key "${wanted}" in the session; there is ${names.join(', ') || 'none'}.`);
}

/** What of a request is changed before it goes to the mock. */
interface Sent {
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

/**
 * The base URL that the page knows the API by, without a slash at its end.
 *
 * @param apiUrl a URL, or a path below Playwright's `baseURL`; undefined for the mock's
 */
export function readApiUrl(apiUrl: string | undefined, baseURL: string | undefined): string | undefined {
  if (apiUrl === undefined) return undefined;
  // Playwright's baseURL would make a path of any other text, too, such as a host that lacks its scheme.
  if (/^(https?:\/)?\//i.test(apiUrl) && URL.canParse(apiUrl, baseURL)) {
    const { origin, pathname, protocol } = new URL(apiUrl, baseURL);
    if (protocol === 'http:' || protocol === 'https:') return origin + pathname.replace(/\/+$/, '');
  }
  throw new Error(
    `apiUrl: expected a URL such as https://api.example.test/v1, or a path below baseURL such as /api, not ${JSON.stringify(apiUrl)}` +
      `${baseURL === undefined ? '; there is no baseURL' : ''}.`,
  );
}

/** What the report of a failed test shows of the requests in its session; of none, where they may have gone. */
export function requestsAttachment(
  requests: readonly RecordedRequest[],
  { baseUrl, apiUrl }: Pick<Api, 'baseUrl' | 'apiUrl'>,
): { readonly body: string; readonly contentType: string } {
  if (requests.length > 0) return { body: JSON.stringify(requests, null, 2), contentType: 'application/json' };
  const taken = apiUrl === undefined ? baseUrl : `${baseUrl} and ${apiUrl}`;
  const body =
    `No request has reached this test's session. Of the page's requests, those to ${taken} do. ` +
    'If the page sends them elsewhere, set the option "apiUrl" to that address; requests that a test or a server sends ' +
    'need a key of session.apiKeys.\n';
  return { body, contentType: 'text/plain' };
}
