import type { IncomingMessage } from 'node:http';
import { onBodyFailure } from './body-failure';

/** How long a client may go on sending what nobody will read: one that has its hands full doesn't read its reply. */
const DRAIN_TIMEOUT_MS = 1000;

/**
 * Reads on and throws away, until the request is over or has taken too long. RFC 9112 §9.6: were the connection closed at
 * once, what is still arriving would reset it, and what was sent be lost.
 */
export function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DRAIN_TIMEOUT_MS).unref();
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    request.once('end', finish);
    request.once('close', finish);
    onBodyFailure(request, finish);
    request.resume();
  });
}
