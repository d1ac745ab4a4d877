import type { IncomingMessage } from 'node:http';
import type { Problem } from '../errors/problems';

/** Why the rest of a request will never come. Kept, since it may be known before anybody reads the body. */
const reasons = new WeakMap<IncomingMessage, Problem>();
const BROKEN_OFF = 'brokenOff';

/** Tells whoever reads the request's body, now or later, that its rest will never come. */
export function breakOff(request: IncomingMessage, reason: Problem): void {
  reasons.set(request, reason);
  request.emit(BROKEN_OFF, reason);
}

/** Calls back when the request is broken off; at once where it is already. */
export function whenBrokenOff(request: IncomingMessage, tell: (reason: Problem) => void): void {
  const known = reasons.get(request);
  if (known === undefined) request.on(BROKEN_OFF, tell);
  else tell(known);
}
