import { setTimeout } from 'node:timers/promises';
import type { Call } from './model';

/** Bytes of a request's body that are read at most. */
export const BODY_LIMIT = 2 ** 20;

/**
 * The bytes of a request's body; they are read once, whoever asks.
 *
 * @param limit how many decoded bytes are read at most
 * @throws Problem 400, 413 or 415, see `HttpRequest`
 */
export function receive({ request, received }: Call, limit: number): Promise<Buffer> {
  received.reading ??= request.readBody(limit).then((bytes) => {
    received.bytes = bytes;
    return bytes;
  });
  return received.reading;
}

/** Bytes of a body that is waited for though nothing depends on it. */
const SMALL_BODY = 2 ** 16;
/** Milliseconds that a reply which is certain waits for such a body. */
const SMALL_BODY_TIMEOUT_MS = 50;

/**
 * Takes in a small body that nothing depends on any more: the journal shows what was sent, and the connection can carry
 * another request. A large one, one that is not coming, and one that waits for a go-ahead is not waited for, and the
 * reply closes the connection.
 *
 * @param timeoutMs how long it is waited for
 */
export async function receiveIfSmall(call: Call, timeoutMs = SMALL_BODY_TIMEOUT_MS): Promise<void> {
  const { headers } = call.request;
  if (headers.expect !== undefined || Number(headers['content-length'] ?? 0) > SMALL_BODY) return;
  const timer = new AbortController();
  const tooLong = setTimeout(timeoutMs, undefined, { signal: timer.signal, ref: false });
  // Whatever is wrong with it changes nothing any more.
  await Promise.race([receive(call, BODY_LIMIT), tooLong]).catch(() => undefined);
  timer.abort();
  tooLong.catch(() => undefined);
}

/** Whether there is a body that nobody has begun to read. */
export const isUnread = ({ request, received }: Call): boolean => received.reading === undefined && request.hasBody;
