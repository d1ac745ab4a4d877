import { Readable } from 'node:stream';
import type { HttpRequest } from '../pipeline/request';
import { readBytes } from './bytes';

/**
 * A WHATWG request as the pipeline takes it, with its body read.
 *
 * @param connection stands for the client
 */
export async function toHttpRequest(request: Request, connection: object): Promise<HttpRequest> {
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
