import type { Attempt } from '../model';

export type HeaderLine = readonly [name: string, value: string];

/** A request that keeps the rules of HTTP, whatever stands in it. */
export interface PlainRequest {
  readonly method: string;
  readonly target: string;
  /** In Latin-1. */
  readonly headers: readonly HeaderLine[];
  readonly body?: Buffer | undefined;
  /** Whether the body goes in chunks. */
  readonly isChunked?: boolean;
}

/** One request that keeps the rules of HTTP, for which a reply is due. */
export const attemptOf = (request: PlainRequest): Attempt => ({
  parts: [encode(request)],
  ending: 'wait',
  request: { method: request.method, target: request.target },
});

/** The bytes of a request; `Host` and the length of the body are added. */
export function encode({ method, target, headers, body, isChunked }: PlainRequest): Buffer {
  const framing =
    body === undefined ? [] : [isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`];
  const hosts = headers.some(([name]) => name.toLowerCase() === 'host') ? [] : ['Host: 127.0.0.1'];
  const lines = [`${method} ${target} HTTP/1.1`, ...hosts, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const head = Buffer.from(`${[...lines, ...framing].join('\r\n')}\r\n\r\n`, 'latin1');
  if (body === undefined) return head;
  return Buffer.concat(isChunked ? [head, ...chunksOf(body)] : [head, body]);
}

const CHUNK = 4096;

function chunksOf(body: Buffer): readonly Buffer[] {
  const count = Math.ceil(body.length / CHUNK);
  const chunks = Array.from({ length: count }, (_, place) => body.subarray(place * CHUNK, (place + 1) * CHUNK));
  const framed = chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, CRLF]);
  return [...framed, Buffer.from('0\r\n\r\n')];
}

const CRLF: Buffer = Buffer.from('\r\n');

/** A path with parts of a query. */
export const withQuery = (path: string, ...parts: readonly string[]): string => {
  const query = parts.filter((part) => part !== '').join('&');
  return query === '' ? path : `${path}?${query}`;
};

/** A request with a body of JSON. */
export const withJson = (request: PlainRequest, json: string, mediaType = 'application/json'): PlainRequest => ({
  ...request,
  headers: [...request.headers, ['Content-Type', mediaType]],
  body: Buffer.from(json),
});
