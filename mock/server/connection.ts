import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers';

/** A request whose head has been read, and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** One connection, from its first byte to its last. */
export interface Connection {
  readonly socket: Socket;
  /** The request that is served. */
  current: Exchange | undefined;
  /** Those that have been read behind it. */
  waiting: Exchange[];
  /** Since when it has had no request, by `performance.now()`; undefined before its first and during each. */
  idleSince: number | undefined;
  /** Whether nothing is read. */
  isHeld: boolean;
  /** Whether no further request is taken, since a reply that is still to come says that it is the last. */
  isClosing: boolean;
  /** The headers of its last request; that itself is not kept, with its body and reply. */
  rawHeaders: string[] | undefined;
  /** To be called when the reply to the present request is over. */
  readonly onOver: () => void;
}

/** @param onOver called when the reply to the present request is over */
export function newConnection(socket: Socket, onOver: (connection: Connection) => void): Connection {
  const connection: Connection = {
    socket,
    current: undefined,
    waiting: [],
    idleSince: undefined,
    isHeld: false,
    isClosing: false,
    rawHeaders: undefined,
    onOver: () => onOver(connection),
  };
  return connection;
}

/** Reads nothing more from a connection. */
export function hold(connection: Connection): void {
  if (connection.isHeld) return;
  connection.isHeld = true;
  const { socket } = connection;
  socket.pause();
  // Node goes on reading whenever it has discarded, or a step has read, the body of a request.
  const holdAgain = (): void => {
    if (connection.isHeld) socket.pause();
    else socket.off('resume', holdAgain);
  };
  socket.on('resume', holdAgain);
}

/** Reads on. */
export function release(connection: Connection): void {
  if (!connection.isHeld) return;
  connection.isHeld = false;
  connection.socket.resume();
}

/** Makes a reply the connection's last. Node closes the connection after it, by `destroySoon`. */
export function closeAfter(connection: Connection, response: ServerResponse): void {
  const { socket } = connection;
  connection.isClosing = true;
  if (!response.headersSent) close(response);
  socket.destroySoon = () => {
    connection.isHeld = false;
    linger(socket);
  };
}

/** Announces that this reply is the connection's last; Node then closes the connection after it. */
export const close = (response: ServerResponse): void => {
  response.setHeader('Connection', 'close');
};

/** Whether a reply is an event stream, which lasts as long as its client stays (HTML Standard, §9.2). */
export const isStream = (response: ServerResponse): boolean =>
  response.getHeader('content-type') === 'text/event-stream';

/** To be called when the client has closed its side: with one request alone it has left, and waits for no reply. */
export function abandon({ socket, current, waiting }: Connection): void {
  // The rest of an incomplete request is missing, which its reply says.
  if (current === undefined || waiting.length > 0 || !current.request.complete) return;
  current.request.destroy(new Error('The client has left.'));
  socket.end();
}

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

/** The TCP socket below one of TLS, which Node keeps in a private field; any other socket as it is. */
export function wireOf(socket: Socket): Socket {
  // Whether Node still has the field is seen here.
  const { _parent: wire } = socket as Socket & { readonly _parent?: Socket | null };
  return wire ?? socket;
}
