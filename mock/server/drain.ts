import type { IncomingMessage } from 'node:http';
import { clearTimeout, setTimeout } from 'node:timers';
import { onBodyFailure } from './body-failure';

/** How long a client may go on sending a body that nobody needs: many clients read the reply only after they have sent all. */
const DRAIN_TIMEOUT_MS = 1000;

/**
 * Reads and discards the rest of a request, until it ends or has taken too long. RFC 9112 §9.6: if the connection were
 * closed at once, data that still arrives would reset it, and the client could lose the reply.
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
