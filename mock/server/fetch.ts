import type { WebRequest, WebRequestInit, WebResponse, WebUrl } from '../http/web';
import { toHttpRequest } from './fetch-request';
import { abortedResponse, toResponse } from './fetch-response';
import { streamResponse } from './fetch-stream';
import type { Handler } from './handler';

/** `fetch` (WHATWG) that reaches the mock without a socket. A path without an origin is taken as one of `http://localhost`. */
export type MockFetch = (input: string | WebUrl | WebRequest, init?: WebRequestInit) => Promise<WebResponse>;

/**
 * Adapts the mock to WHATWG `Request` and `Response`. Where a server would abort the connection, it rejects with a
 * TypeError, as `fetch` does; when the request's signal is aborted, with the signal's reason. A redirect is returned and
 * not followed.
 */
export function createFetch(handle: Handler): MockFetch {
  // All requests through one function count as one client's.
  const connection = {};
  return async (input, init) => {
    const request = toRequest(input, init);
    request.signal.throwIfAborted();
    const reply = await unlessAborted(request.signal, toHttpRequest(request, connection).then(handle));
    if ('abort' in reply) return abortedResponse(reply.abort);
    return 'stream' in reply ? streamResponse(request, reply) : toResponse(request, reply);
  };
}

/** A request is passed on as it is: it may come from another library or realm, which `new Request` would not accept. */
function toRequest(input: string | URL | Request, init: RequestInit | undefined): Request {
  const address = addressOf(input);
  if (typeof input === 'string' || input instanceof URL) return new Request(address, init);
  return init === undefined ? input : new Request(input, init);
}

/** @throws TypeError for what is nothing that `fetch` takes */
export function addressOf(input: string | URL | Request): URL {
  if (typeof input === 'string') return new URL(input, 'http://localhost');
  if (input instanceof URL) return input;
  if (typeof input === 'object' && input !== null && typeof input.url === 'string') return new URL(input.url);
  throw new TypeError(`mock.fetch: expected a path, a URL or a Request, not ${String(input)}.`);
}

async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    stop = () => signal.removeEventListener('abort', abort);
  });
  return Promise.race([work, aborted]).finally(stop);
}
