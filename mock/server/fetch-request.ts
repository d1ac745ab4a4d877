import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { malformedRequest } from '../errors/problems';
import type { HttpRequest } from '../pipeline/request';
import { type ByteSource, readBytes } from './bytes';
import { piecesOf } from './pieces';

/**
 * A WHATWG request as the pipeline takes it. Its body is read when a step asks for it, and no further than that.
 *
 * @param connection stands for the client
 */
export async function toHttpRequest(request: Request, connection: object): Promise<HttpRequest> {
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
    stream: Readable.from(body?.chunks() ?? [], { objectMode: false }),
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
