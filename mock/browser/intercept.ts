import { type Between, failure, isRedirect } from './cross-origin';
import { absolute, type Surroundings } from './dom';
import { xhrClass } from './xhr';

/** Which requests of a page are answered, and how. */
export interface Interception extends Between {
  /** Whether a request to this address is answered here. */
  takes(url: string): boolean;
}

/**
 * Answers what the page asks by `fetch` and by `XMLHttpRequest`; what is not for the mock takes the way that it had.
 *
 * @returns how to stop
 */
export function intercept(page: Surroundings, { takes, send, shown }: Interception): () => void {
  let isOver = false;
  const isOurs = (url: string): boolean => !isOver && takes(url);
  const { fetch: ownFetch, XMLHttpRequest: OwnXhr } = page;
  const answered = async (request: Request, redirects = 0): Promise<Response> => {
    const response = await send(request);
    const next = redirected(request, response, redirects);
    if (next === undefined) return shown(request, response, redirects > 0);
    return isOurs(next.url) ? answered(next, redirects + 1) : ownFetch.call(page, next);
  };

  const fetch: Surroundings['fetch'] = async (input, init) => {
    const url = addressOf(page, input);
    // Called as it was: other libraries may have put their own there.
    return url !== undefined && isOurs(url) ? answered(new Request(input, init)) : ownFetch.call(page, input, init);
  };
  page.fetch = fetch;
  const Xhr = OwnXhr && xhrClass(page, OwnXhr, { takes: isOurs, answer: answered });
  if (Xhr !== undefined) page.XMLHttpRequest = Xhr;
  return () => {
    isOver = true;
    // What somebody else has put around it since then stays, and finds that it takes nothing any more.
    if (page.fetch === fetch) page.fetch = ownFetch;
    if (OwnXhr !== undefined && page.XMLHttpRequest === Xhr) page.XMLHttpRequest = OwnXhr;
  };
}

/** The absolute address of a request; undefined where there is none, which the browser's own function tells. */
function addressOf(page: Surroundings, input: string | URL | Request): string | undefined {
  const address = typeof input === 'object' && 'url' in input ? input.url : String(input);
  return absolute(page, address);
}

const MOST_REDIRECTS = 20;

/**
 * What a browser asks for next (https://fetch.spec.whatwg.org/#http-redirect-fetch); undefined where the response is the last.
 *
 * @throws TypeError as `fetch` does, and for a body that would have to be sent again: the mock may have read it
 */
function redirected(request: Request, response: Response, redirects: number): Request | undefined {
  if (!isRedirect(response) || request.redirect === 'manual') return undefined;
  const { status, headers } = response;
  const location = headers.get('location') ?? '';
  const isTooOften = redirects >= MOST_REDIRECTS;
  if (request.redirect === 'error' || isTooOften || !URL.canParse(location, request.url))
    throw failure(`it is a redirect (${status}) that is not followed`);
  const { method } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const becomesGet = (status === 303 && !isRead) || (status <= 302 && method === 'POST');
  if (!becomesGet && request.bodyUsed) throw failure('a mock in the page sends no body again');
  const sent = [...request.headers].filter(([name]) => !becomesGet || !name.startsWith('content-'));
  return new Request(new URL(location, request.url), {
    ...{ method: becomesGet ? 'GET' : method, headers: sent, signal: request.signal },
    ...{ credentials: request.credentials, redirect: request.redirect, mode: request.mode },
  });
}
