import { STATUS_CODES } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe } from '../../openapi/program/option';
import type { Abort } from '../../openapi/types/control';
import type { StreamReply } from '../control/stream-reply';
import { malformedRequest } from '../errors/problems';
import { pairsOf, type RawHeaders } from '../http/headers';
import type { Answer } from '../http/reply';
import type { HttpRequest } from '../pipeline/request';
import { type ByteSource, piecesOf, readBytes, streamOf } from './body';
import type { Handler } from './send';
import { toReadable } from './web-stream';

/** The types of WHATWG fetch that a program has, of the DOM or of Node; where it has neither, the least that tests need. */
type Global<Name extends string, Otherwise> = typeof globalThis extends {
  readonly [Key in Name]: { readonly prototype: infer Known };
}
  ? Known
  : Otherwise;

type WebBody = {
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  json(): Promise<unknown>;
};

export type WebRequest = Global<'Request', WebBody & { readonly url: string; readonly method: string }>;

export type WebResponse = Global<'Response', WebBody & { readonly status: number; readonly ok: boolean }>;

export type WebUrl = Global<'URL', { readonly href: string }>;

export type WebRequestInit = typeof globalThis extends {
  // The types of both take a string there.
  readonly Request: new (
    url: string,
    init?: infer Known,
  ) => unknown;
}
  ? Known
  : { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

/** `fetch` (WHATWG) that reaches the mock without a socket. A path without an origin is taken as one of `http://localhost`. */
export type MockFetch = (input: string | WebUrl | WebRequest, init?: WebRequestInit) => Promise<WebResponse>;

/**
 * Adapts the mock to WHATWG `Request` and `Response`. It rejects with a TypeError where a server would abort the
 * connection, with the signal's reason where that is aborted, and follows no redirect.
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

/** The base of a path. */
const LOCAL = 'http://localhost';

/** @throws TypeError for what is nothing that `fetch` takes */
export function addressOf(input: string | URL | Request): URL {
  if (input instanceof URL) return input;
  const address = typeof input === 'object' && input !== null ? input.url : input;
  if (typeof address === 'string' && URL.canParse(address, LOCAL)) return new URL(address, LOCAL);
  throw new TypeError(`mock.fetch: expected a path, a URL or a Request, not ${describe(input)}.`);
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

/**
 * A WHATWG request as the pipeline takes it. Its body is read when a step asks for it, and no further than that.
 *
 * @param connection stands for the client
 */
async function toHttpRequest(request: Request, connection: object): Promise<HttpRequest> {
  const { signal, method } = request;
  const { host, pathname, search } = new URL(request.url);
  const sent = [...[...request.headers].filter(([name]) => name !== 'host'), ['host', host]];
  const body = await bodyOf(request);
  return {
    method,
    target: pathname + search,
    headers: Object.fromEntries(sent),
    rawHeaders: sent.flat(),
    connection,
    address: '127.0.0.1',
    hasBody: body !== undefined,
    defect: undefined,
    get isAbandoned() {
      return signal.aborted;
    },
    onAbandoned(listener) {
      signal.addEventListener('abort', listener, { once: true });
      return () => signal.removeEventListener('abort', listener);
    },
    readBody: (limit) => readBytes(sourceOf(request, body), limit).finally(body?.cancel),
    async *readPieces(limit) {
      try {
        yield* piecesOf(sourceOf(request, body), limit);
      } finally {
        body?.cancel();
      }
    },
  };
}

function sourceOf({ headers, signal }: Request, body: Body | undefined): ByteSource {
  return {
    stream: streamOf(body?.chunks() ?? []),
    coding: headers.get('content-encoding') ?? undefined,
    isCutOff: signal.aborted,
    onBodyFailure: (listener) =>
      signal.addEventListener('abort', () => listener(malformedRequest('the body ended too early')), { once: true }),
  };
}

/** A body with something in it. */
interface Body {
  chunks(): AsyncGenerator<Uint8Array>;
  /** Tells its source that no more of it is wanted. */
  readonly cancel: () => void;
}

/** Undefined where there is none, or an empty one: over a socket these are the same (RFC 9112 §6.3). */
async function bodyOf(request: Request): Promise<Body | undefined> {
  // Requests of other libraries may have no stream.
  const stream = request.body === undefined ? new Response(await request.arrayBuffer()).body : request.body;
  if (stream === null) return undefined;
  const reader = (stream as ReadableStream<Uint8Array>).getReader();
  const first = reader.read();
  // A body that is known as a whole is there at once; another may take its time, and has something in it.
  const known = await Promise.race([first, setImmediate(undefined)]);
  if (known?.done === true) return undefined;
  return {
    async *chunks() {
      for (let part = await first; !part.done; part = await reader.read()) yield part.value;
    },
    // One that has come to its end, or has failed, has nothing to cancel.
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

/** An answer as a WHATWG response, whose body is decoded as `fetch` does it; to HEAD, its headers alone. */
function toResponse({ method }: Request, { status, headers, bytes, plain = bytes }: Answer): Response {
  const isBare = bytes === '' || method === 'HEAD';
  return withCookies(new Response(isBare ? null : plain, headOf(status, headers)), headers);
}

/** In a browser a response that a script has made has no `Set-Cookie`, but this one comes of a server. */
function withCookies(response: Response, raw: RawHeaders): Response {
  const headers = toHeaders(raw);
  if (!headers.has('set-cookie') || response.headers.has('set-cookie')) return response;
  return Object.defineProperty(response, 'headers', { value: headers, configurable: true, enumerable: true });
}

/** The status and the headers of a response. */
export const headOf = (status: number, headers: RawHeaders) => ({
  status,
  statusText: STATUS_CODES[status] ?? '',
  headers: toHeaders(headers),
});

function toHeaders(raw: RawHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of pairsOf(raw)) headers.append(name, value);
  return headers;
}

/** The cause of the error that `fetch` rejects with, for each kind of abort. */
const CAUSES: Readonly<Record<Exclude<Abort, 'MALFORMED_RESPONSE_CHUNK'>, { code: string; message: string }>> = {
  CONNECTION_RESET_BY_PEER: { code: 'ECONNRESET', message: 'read ECONNRESET' },
  EMPTY_RESPONSE: { code: 'UND_ERR_SOCKET', message: 'other side closed' },
  RANDOM_DATA_THEN_CLOSE: { code: 'HPE_INVALID_CONSTANT', message: 'Expected HTTP/' },
};

/**
 * What `fetch` gives where a server aborts the connection.
 *
 * @throws TypeError unless the head of a reply arrives before that
 */
function abortedResponse(kind: Abort): Response {
  if (kind === 'MALFORMED_RESPONSE_CHUNK') {
    // The head arrives, then the body fails.
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    return new Response(body, headOf(200, ['Content-Type', 'application/json']));
  }
  const { code, message } = CAUSES[kind];
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
}

/** A reply that goes on for as long as it is read; to HEAD, its headers alone. */
const streamResponse = ({ method, signal }: Request, { status, headers, stream }: StreamReply): Response =>
  new Response(method === 'HEAD' ? null : toReadable(signal, stream), headOf(status, headers));
