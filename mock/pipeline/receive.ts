import { setTimeout } from 'node:timers/promises';
import type { Call } from './model';

/** The most bytes of a request's body that are read. */
export const BODY_LIMIT = 2 ** 20;

/**
 * The bytes of a request's body; the first call reads them, later ones get the same.
 *
 * @param limit the most decoded bytes that are read
 * @throws Problem 400, 413 or 415, see `HttpRequest`
 */
export function receive({ request, received, deadline }: Call, limit: number): Promise<Buffer> {
  received.reading ??= deadline.excluded(
    request.readBody(limit).then((bytes) => {
      received.bytes = bytes;
      return bytes;
    }),
  );
  return received.reading;
}

/** Reads a body for a stage that only looks at it, unless its `Content-Length` is over the limit. A later stage judges it. */
export async function receiveUnjudged(call: Call): Promise<void> {
  const { hasBody, headers } = call.request;
  if (!hasBody || Number(headers['content-length'] ?? 0) > BODY_LIMIT) return;
  await receive(call, BODY_LIMIT).catch(() => undefined);
}

/** The most bytes of a body that is read although the answer does not need it. */
const SMALL_BODY = 2 ** 16;
/** How long the answer waits for such a body, in milliseconds. */
const SMALL_BODY_TIMEOUT_MS = 50;

/**
 * Reads a small body that the reply does not need, so that the journal shows it and the connection can carry another request.
 * Without waiting for one that is large, late, or held back until 100 Continue: then the reply closes the connection.
 */
export function receiveIfSmall(call: Call, timeoutMs = SMALL_BODY_TIMEOUT_MS): Promise<void> | undefined {
  return isUnread(call) && isSmall(call) ? receiveWithin(call, timeoutMs) : undefined;
}

/** Whether a body is one that is read whatever becomes of its request. */
export const isSmall = ({ request: { headers } }: Call): boolean =>
  headers.expect === undefined && Number(headers['content-length'] ?? 0) <= SMALL_BODY;

async function receiveWithin(call: Call, timeoutMs: number): Promise<void> {
  const timer = new AbortController();
  const tooLong = setTimeout(timeoutMs, undefined, { signal: timer.signal, ref: false });
  // An invalid body no longer matters.
  await Promise.race([receive(call, BODY_LIMIT), tooLong]).catch(() => undefined);
  timer.abort();
  tooLong.catch(() => undefined);
}

/** Whether the request has a body that is not read to its end. */
const isUnread = ({ request, received }: Call): boolean => received.bytes === undefined && request.hasBody;
