import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers';

/** How long a client may take to read the last reply and close its side, on a machine that is busy with other things. */
const LINGER_MS = 2000;

/**
 * Closes a connection on which the client may still be sending. RFC 9112 §9.6: what arrives after a close resets the
 * connection, and the client could lose the reply. So the server's side is closed first, and what comes is discarded.
 */
export function linger(socket: Socket): void {
  discard(socket);
  socket.end();
  // A client in this very process reads before the next turn of the event loop: no less is fair after a turn that was long.
  setTimeout(() => setImmediate(() => socket.destroy()), LINGER_MS).unref();
}

/** Takes no further request from a connection, whatever is sent on it, and closes it when the client does. */
export function discard(socket: Socket): void {
  // Node's parser would go on making requests of it.
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.once('end', () => socket.destroySoon());
  socket.resume();
}
