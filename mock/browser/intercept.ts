import { absolute, type Surroundings } from './dom';
import { xhrClass } from './xhr';

/** Which requests of a page are answered, and how. */
export interface Interception {
  /** Whether a request to this address is answered here. */
  takes(url: string): boolean;
  answer(request: Request): Promise<Response>;
}

/**
 * Answers what the page asks by `fetch` and by `XMLHttpRequest`; what is not for the mock takes the way that it had.
 *
 * @returns how to stop
 */
export function intercept(page: Surroundings, { takes, answer }: Interception): () => void {
  let isOver = false;
  const isOurs = (url: string): boolean => !isOver && takes(url);
  const { fetch: ownFetch, XMLHttpRequest: OwnXhr } = page;
  const answered = async (request: Request): Promise<Response> => withUrl(await answer(request), request.url);

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

/** A response that a script has made has no address. */
const withUrl = (response: Response, url: string): Response =>
  Object.defineProperty(response, 'url', { value: url.replace(/#.*/s, ''), configurable: true, enumerable: true });
