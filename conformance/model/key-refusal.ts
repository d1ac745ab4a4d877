import { documents, type Operation } from '../../openapi/contract';
import { type Exchange, isRefusal } from './exchange';

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
