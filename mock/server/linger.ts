import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers';

/** How long a client may take to close its side of a connection that the server has closed. */
const LINGER_MS = 200;

/**
 * Closes a connection on which the client may still be sending. RFC 9112 §9.6: what arrives after a close resets the
 * connection, and the client could lose the reply. So the server's side is closed first, and what comes is discarded.
 */
export function linger(socket: Socket): void {
  // Node's parser would go on making requests of it.
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.once('end', () => socket.destroy());
  socket.end();
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
