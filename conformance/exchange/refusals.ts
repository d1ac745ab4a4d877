import { documents, type Operation, replyFor } from '../../openapi/contract';
import { type Exchange, isRefusal } from './exchange';

/** The statuses of refusals that a text names. */
export const statusesIn = (text: string): readonly number[] => [...text.matchAll(/\b4\d\d\b/g)].map(Number);

/**
 * Whether a gateway may have refused a request by HTTP alone: too long a target, too large a body, or a target whose
 * percent-encoding is no text. A document need not list such replies (OpenAPI 3.0.3 §4.7.16).
 */
export function isGatewayRefusal({ request: { target, body = '' }, response }: Exchange): boolean {
  const status = response?.status;
  if (status === 413) return body.length > LARGE_BODY;
  if (status === 414 || status === 431) return target.length > LONG_TARGET;
  return (status === 400 || status === 404) && !isText(target);
}

const LARGE_BODY = 10_000;
const LONG_TARGET = 1_000;

function isText(target: string): boolean {
  try {
    return !decodeURIComponent(target).includes('\0');
  } catch {
    return false;
  }
}

/**
 * Whether the document foresees a reply of this status: it names the status, or leaves it to `default`, which stands for all that
 * are not named (OpenAPI 3.0.3 §4.7.16). By 500, 502 and 504 a server says that something failed which it had not expected itself
 * (RFC 9110 §15.6): that is foreseen where it is named.
 */
export function isForeseen({ request: { operation }, response }: Exchange): boolean {
  const { status = 0 } = response ?? {};
  if (FAILURES.includes(status)) return documents(operation, status);
  return response !== undefined && (replyFor(operation, status) !== undefined || operation.replies.length === 0);
}

/**
 * Whether a foreseen refusal, or a 501 or 503, speaks of what only the server knows: its state, licences and load, which records there
 * are and who may do what. Then a valid request may get it. By 400 and 422 a server says that the request is wrong.
 */
export function isForItsReasons(exchange: Exchange): boolean {
  const { status = 0 } = exchange.response ?? {};
  return status >= 400 && ![...FAILURES, 400, 422].includes(status) && isForeseen(exchange);
}

const FAILURES: readonly number[] = [500, 502, 504];

/** The same, or a refusal that speaks of nothing else, foreseen or not: what no document names `reply.status` tells. */
export const isOfItsState = (exchange: Exchange): boolean =>
  isForItsReasons(exchange) || OF_STATE.includes(exchange.response?.status ?? 0);

const OF_STATE: readonly number[] = [401, 403, 404, 409];

/** The statuses by which an operation documents that it refuses a caller; none where it says only that it asks for a key. */
const statusesOf = (operation: Operation): readonly number[] =>
  [401, 403].filter((status) => documents(operation, status));

/** Whether a request was refused as the document says, or in any way where it does not say how. */
export function isKeyRefused(exchange: Exchange): boolean {
  const { status = 0 } = exchange.response ?? {};
  const wanted = statusesOf(exchange.request.operation);
  // It may also be led to where keys are given.
  const isTurnedAway = isRefusal(exchange) || (status >= 300 && status < 400);
  return wanted.includes(status) || (!wanted.includes(401) && isTurnedAway);
}

/** What is expected of a request without a good key, in words. */
export function keyRefusalOf(operation: Operation): string {
  const wanted = statusesOf(operation);
  return wanted.length === 0 ? 'a status of 4xx' : `the status ${wanted.join(' or ')}`;
}

/** The statuses by which a server says that there is no such thing, or no more (RFC 9110 §15.5.5, §15.5.11). */
export const GONE: readonly number[] = [404, 410];
