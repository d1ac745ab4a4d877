import type { BrowserContext, Route } from '@playwright/test';
import { type Sent, withKey } from './key-carrier';
import type { SessionKey } from './session-key';

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
