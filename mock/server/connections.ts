import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { shareHeaders } from './fast';
import { wireOf } from './wire';

/** A request whose head has been read, and its response. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The open connections of a server, and the last request of each. */
export interface Connections {
  /** Registers a request. False if it must be ignored: its connection is closed, or an earlier reply closes it. */
  admit(exchange: Exchange): boolean;
  /** The last request that came on a connection. Once it is answered all are, since replies keep the order of requests. */
  lastOn(socket: Socket): Exchange | undefined;
  /** From now on every reply closes its connection; streams end. */
  beginShutdown(): void;
  /** Closes the connections that have no request in flight. */
  closeIdle(): void;
  /** Closes every connection, also those of which no request can come yet, such as before the handshake of TLS. */
  closeAll(): void;
}

/** @param isSecure whether requests come by TLS */
export function watchConnections(server: Server, isSecure: boolean): Connections {
  const open = new Map<Socket, { last: Exchange | undefined }>();
  const shakingHands = new Set<Socket>();
  let isShuttingDown = false;
  if (isSecure) {
    server.on('connection', (socket: Socket) => {
      shakingHands.add(socket);
      socket.once('close', () => shakingHands.delete(socket));
    });
  }
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    shakingHands.delete(wireOf(socket));
    open.set(socket, { last: undefined });
    socket.once('close', () => open.delete(socket));
  });
  const lastOn = (socket: Socket) => open.get(socket)?.last;
  return {
    lastOn,
    admit(exchange) {
      const connection = open.get(exchange.request.socket);
      if (connection === undefined) return false;
      const before = connection.last;
      if (before !== undefined) {
        // RFC 9112 §9.6: no further request on the connection is processed.
        if (before.response.headersSent && closes(before.response)) return false;
        shareHeaders(before.request, exchange.request);
      }
      if (isShuttingDown) close(exchange.response);
      connection.last = exchange;
      return true;
    },
    beginShutdown() {
      isShuttingDown = true;
      for (const { last } of [...open.values()]) {
        if (last === undefined) continue;
        const { response } = last;
        if (!response.headersSent) close(response);
        else if (isStream(response)) response.end();
      }
    },
    closeIdle() {
      for (const [socket, { last }] of open) if (isOver(last) && socket.writableLength === 0) socket.destroy();
      for (const socket of shakingHands) socket.destroy();
    },
    closeAll() {
      for (const socket of [...open.keys(), ...shakingHands]) socket.destroy();
    },
  };
}

/** Whether a connection's last request has been answered completely; true if there was none. */
export const isOver = (last: Exchange | undefined): boolean =>
  last === undefined || (last.request.complete && last.response.writableFinished);

/** Announces that this reply is the connection's last; Node then closes the connection after it. */
export const close = (response: ServerResponse): void => {
  response.setHeader('Connection', 'close');
};

/** Whether a reply is an event stream, which lasts as long as its client stays (HTML Standard, §9.2). */
const isStream = (response: ServerResponse): boolean => response.getHeader('content-type') === 'text/event-stream';

const closes = (response: ServerResponse): boolean => response.getHeader('connection') === 'close';
