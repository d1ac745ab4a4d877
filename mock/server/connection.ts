import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { linger } from './linger';

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
