import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { EventSink, StreamReply } from '../control/event-stream';
import type { Answer } from '../http/answer';
import { pairsOf } from '../http/raw-headers';
import type { HttpRequest } from '../pipeline/request';
import type { Abort } from '../world/stores/faults';
import { readBytes } from './bytes';
import type { Handler } from './handler';

/** `fetch` (WHATWG) that reaches the mock without a socket. A path without an origin is taken as one of `http://localhost`. */
export type MockFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Adapts the mock to WHATWG `Request` and `Response`. Where a server would abort the connection, it rejects with a
 * TypeError, as `fetch` does; when the request's signal is aborted, with the signal's reason.
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
  if (typeof input === 'string') return new Request(new URL(input, 'http://localhost'), init);
  return input instanceof URL || init !== undefined ? new Request(input, init) : input;
}

async function toHttpRequest(request: Request, connection: object): Promise<HttpRequest> {
  const { signal, method } = request;
  const { host, pathname, search } = new URL(request.url);
  const bytes = Buffer.from(await request.arrayBuffer());
  const sent = [
    ['host', host],
    ...request.headers,
    // A client would send it over a socket.
    ...(bytes.length === 0 || request.headers.has('content-length') ? [] : [['content-length', `${bytes.length}`]]),
  ];
  return {
    method,
    target: pathname + search,
    headers: Object.fromEntries(sent),
    rawHeaders: sent.flat(),
    connection,
    address: '127.0.0.1',
    hasBody: bytes.length > 0,
    defect: undefined,
    get isAbandoned() {
      return signal.aborted;
    },
    onAbandoned(listener) {
      signal.addEventListener('abort', listener, { once: true });
      return () => signal.removeEventListener('abort', listener);
    },
    readBody(limit) {
      const coding = request.headers.get('content-encoding') ?? undefined;
      const stream = Readable.from([bytes], { objectMode: false });
      return readBytes({ stream, coding, isCutOff: false, onBodyFailure: () => {} }, limit);
    },
  };
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

function toResponse({ method }: Request, { status, headers, bytes }: Answer): Response {
  const isBare = bytes === '' || method === 'HEAD';
  return new Response(isBare ? null : bytes, { ...head(status), headers: toHeaders(headers) });
}

const head = (status: number) => ({ status, statusText: STATUS_CODES[status] ?? '' });

function toHeaders(raw: Answer['headers']): Headers {
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

function abortedResponse(kind: Abort): Response {
  if (kind === 'MALFORMED_RESPONSE_CHUNK') {
    // The head arrives, then the body fails.
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    return new Response(body, { ...head(200), headers: { 'Content-Type': 'application/json' } });
  }
  const { code, message } = CAUSES[kind];
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
}

function streamResponse({ method, signal }: Request, { status, headers, stream }: StreamReply): Response {
  const init = { ...head(status), headers: toHeaders(headers) };
  if (method === 'HEAD') {
    stream({ ...CLOSED_SINK, isOver: true });
    return new Response(null, init);
  }
  return new Response(toReadable(signal, stream), init);
}

const CLOSED_SINK: EventSink = {
  waitingBytes: 0,
  isOver: true,
  write() {},
  end() {},
  destroy() {},
  onceDrained() {},
  onceClosed() {},
};

/** Nothing is queued ahead of the reader, so `desiredSize` counts the bytes that wait for it. */
const HIGH_WATER_MARK = 0;

function toReadable(signal: AbortSignal, begin: StreamReply['stream']): ReadableStream<Uint8Array> {
  const closed: (() => void)[] = [];
  let drained: (() => void)[] = [];
  let isOver = signal.aborted;
  const close = (): void => {
    isOver = true;
    for (const listener of closed.splice(0)) listener();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const encoder = new TextEncoder();
        signal.addEventListener('abort', () => {
          if (!isOver) controller.error(signal.reason);
          close();
        });
        begin({
          get waitingBytes() {
            return HIGH_WATER_MARK - (controller.desiredSize ?? HIGH_WATER_MARK);
          },
          get isOver() {
            return isOver;
          },
          write: (event) =>
            controller.enqueue(typeof event === 'string' ? encoder.encode(event) : new Uint8Array(event)),
          end() {
            if (!isOver) controller.close();
            close();
          },
          destroy() {
            if (!isOver) controller.error(new TypeError('terminated'));
            close();
          },
          onceDrained: (listener) => drained.push(listener),
          onceClosed: (listener) => closed.push(listener),
        });
      },
      pull() {
        const listeners = drained;
        drained = [];
        for (const listener of listeners) listener();
      },
      cancel: close,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK }),
  );
}
