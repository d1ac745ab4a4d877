import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers';
import { type Capacity, MAX_PIPELINED } from './capacity';
import { shareHeaders } from './fast';

/** A request whose head has been read, and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The open connections of a server. Each has one request at a time served, since replies keep the order of requests. */
export interface Connections {
  /** How many have been accepted so far. */
  readonly accepted: number;
  /** Begins a request after those before it on its connection; ignores it where that is closed, or about to be. */
  take(exchange: Exchange): void;
  /** The last request on a connection that has not been answered. Once it is answered all are. */
  lastOn(socket: Socket): Exchange | undefined;
  /** From now on every reply closes its connection, after the requests that have been read before; streams end. */
  beginShutdown(): void;
  /** From now on every reply closes its connection, whatever waits behind it. */
  endWaiting(): void;
  /** Closes the connections that have no request in flight. */
  closeIdle(): void;
  /** Closes every connection, also those of which no request can come yet, such as before the handshake of TLS. */
  closeAll(): void;
}

/** How many requests are read behind the one that is served: without reading it is not noticed that a client has left. */
const READ_AHEAD = 16;

/** A connection that has been idle for less is not closed to make room: its client may be about to use it. */
const SURELY_IDLE_MS = 1000;

interface Watching {
  /** Whether requests come by TLS. */
  readonly isSecure: boolean;
  readonly capacity: Capacity;
  /** Serves a request. */
  readonly begin: (exchange: Exchange) => void;
  /** Answers and closes a connection beyond the most. */
  readonly refuse: (socket: Socket) => void;
}

export function watchConnections(server: Server, { isSecure, capacity, begin, refuse }: Watching): Connections {
  // A client may close its side behind the last of several requests: Node would break all of them off.
  Object.assign(server, { httpAllowHalfOpen: true });
  const open = new Map<Socket, Connection>();
  const shakingHands = new Set<Socket>();
  let accepted = 0;
  let pipelined = 0;
  let isShuttingDown = false;
  let isWaitingOver = false;

  const start = (connection: Connection, exchange: Exchange): void => {
    const { request, response } = exchange;
    connection.current = exchange;
    connection.idleSince = undefined;
    if (connection.rawHeaders !== undefined) shareHeaders(connection.rawHeaders, request);
    connection.rawHeaders = request.rawHeaders;
    if (isShuttingDown && (isWaitingOver || connection.waiting.length === 0)) closeAfter(connection, response);
    response.on('close', connection.onOver);
    begin(exchange);
  };

  const forget = (connection: Connection): void => {
    pipelined -= connection.waiting.length;
    connection.waiting = [];
  };

  const goOn = (connection: Connection): void => {
    connection.current = undefined;
    // RFC 9112 §9.6: after a reply that closes the connection no request is processed.
    if (connection.isClosing || !connection.socket.writable) {
      forget(connection);
      return;
    }
    const next = connection.waiting.shift();
    if (next === undefined) {
      connection.idleSince = performance.now();
      if (isShuttingDown) connection.socket.destroySoon();
      return;
    }
    pipelined -= 1;
    const isLast = isShuttingDown && next.request.complete;
    if (connection.waiting.length === 0 && !isLast) release(connection);
    start(connection, next);
  };

  /** Closes the connection that has been idle the longest. */
  const makeRoom = (): void => {
    const before = performance.now() - SURELY_IDLE_MS;
    let longest: Connection | undefined;
    for (const connection of open.values()) {
      const { idleSince = before } = connection;
      if (idleSince < (longest?.idleSince ?? before)) longest = connection;
    }
    if (longest === undefined) return;
    open.delete(longest.socket);
    longest.socket.destroySoon();
  };

  const add = (socket: Socket): void => {
    if (open.size >= capacity.connections) makeRoom();
    if (open.size >= capacity.connections) {
      refuse(socket);
      return;
    }
    const connection: Connection = {
      ...{ socket, current: undefined, waiting: [], idleSince: undefined, rawHeaders: undefined },
      ...{ isHeld: false, isClosing: false, onOver: () => goOn(connection) },
    };
    open.set(socket, connection);
    socket.once('end', () => abandon(connection));
    socket.once('close', () => {
      open.delete(socket);
      forget(connection);
    });
  };

  server.on('connection', (socket: Socket) => {
    accepted += 1;
    if (!isSecure) return add(socket);
    // Each handshake takes a millisecond.
    if (open.size + shakingHands.size >= capacity.connections + capacity.refusals) return socket.destroy();
    shakingHands.add(socket);
    socket.once('close', () => shakingHands.delete(socket));
  });
  server.on('secureConnection', (socket: Socket) => {
    shakingHands.delete(wireOf(socket));
    add(socket);
  });

  return {
    get accepted() {
      return accepted;
    },
    take(exchange) {
      const connection = open.get(exchange.request.socket);
      if (connection === undefined || !connection.socket.writable) return;
      if (connection.isClosing) return hold(connection);
      if (connection.current === undefined) return start(connection, exchange);
      if (pipelined >= MAX_PIPELINED) {
        closeAfter(connection, (connection.waiting.at(-1) ?? connection.current).response);
        return hold(connection);
      }
      pipelined += 1;
      connection.waiting.push(exchange);
      if (connection.waiting.length >= READ_AHEAD) hold(connection);
    },
    lastOn(socket) {
      const connection = open.get(socket);
      return connection?.waiting.at(-1) ?? connection?.current;
    },
    beginShutdown() {
      isShuttingDown = true;
      for (const connection of open.values()) {
        const { current, waiting } = connection;
        if (current === undefined || waiting.length > 0) continue;
        const { response } = current;
        if (!response.headersSent) closeAfter(connection, response);
        else if (isStream(response)) response.end();
      }
    },
    endWaiting() {
      isWaitingOver = true;
      for (const connection of open.values()) {
        const { current, waiting } = connection;
        if (waiting.length === 0 || current === undefined) continue;
        forget(connection);
        closeAfter(connection, current.response);
        if (current.response.headersSent && isStream(current.response)) current.response.end();
      }
    },
    closeIdle() {
      for (const { socket, current, isClosing } of open.values()) {
        // After its last reply a connection closes by itself, once the client has read it.
        if (current === undefined && !isClosing && socket.writableLength === 0) socket.destroy();
      }
      for (const socket of shakingHands) socket.destroy();
    },
    closeAll() {
      for (const socket of [...open.keys(), ...shakingHands]) socket.destroy();
    },
  };
}

/** One connection, from its first byte to its last. */
interface Connection {
  readonly socket: Socket;
  /** The request that is served. */
  current: Exchange | undefined;
  /** Those that have been read behind it. */
  waiting: Exchange[];
  /** Since when it has no request, by `performance.now()`; undefined before its first and during each. */
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

/** Reads nothing more from a connection. */
function hold(connection: Connection): void {
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
function release(connection: Connection): void {
  if (!connection.isHeld) return;
  connection.isHeld = false;
  connection.socket.resume();
}

/** Makes a reply the connection's last. Node closes the connection after it, by `destroySoon`. */
function closeAfter(connection: Connection, response: ServerResponse): void {
  const { socket } = connection;
  connection.isClosing = true;
  if (!response.headersSent) response.setHeader('Connection', 'close');
  socket.destroySoon = () => {
    connection.isHeld = false;
    linger(socket);
  };
}

/** Whether a reply is an event stream, which lasts as long as its client stays (HTML Standard, §9.2). */
const isStream = (response: ServerResponse): boolean => response.getHeader('content-type') === 'text/event-stream';

/** To be called when the client has closed its side: with one request alone it has left, and waits for no reply. */
function abandon({ socket, current, waiting }: Connection): void {
  // The rest of an incomplete request is missing, which its reply says.
  if (current === undefined || waiting.length > 0 || !current.request.complete) return;
  current.request.destroy(new Error('The client has left.'));
  socket.end();
}

/** How long a client may take to read the last reply and close its side, on a machine that is busy with other things. */
const LINGER_MS = 2000;

/**
 * Closes a connection on which the client may still be sending: the server's side first, and what comes is discarded. RFC
 * 9112 §9.6: what arrives after a close resets the connection, and the client could lose the reply.
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
