import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Abort } from '../../openapi/types/control';
import type { Random } from '../world/stores/clock';
import { wireOf } from './connection';
import { drain } from './node-request';

/**
 * Aborts the connection of a request that has not been answered. It waits its turn: replies to earlier requests on the
 * connection are sent first, replies to later ones never.
 *
 * @param random makes the bytes that are sent
 */
export function abort(request: IncomingMessage, response: ServerResponse, kind: Abort, random: Random): void {
  // Node gives a response its socket once those before it have been sent.
  if (response.socket === null) response.once('socket', (socket: Socket) => abortOn(request, socket, kind, random));
  else abortOn(request, response.socket, kind, random);
}

function abortOn(request: IncomingMessage, socket: Socket, kind: Abort, random: Random): void {
  if (kind === 'CONNECTION_RESET_BY_PEER') reset(socket);
  else void closeAfter(BYTES[kind](random), request, socket);
}

/** What each kind sends before the connection is closed. */
const BYTES: Readonly<Record<Exclude<Abort, 'CONNECTION_RESET_BY_PEER'>, (random: Random) => Buffer>> = {
  EMPTY_RESPONSE: () => Buffer.alloc(0),
  MALFORMED_RESPONSE_CHUNK: (random) => Buffer.from(`${CHUNKED_HEAD}${noChunk(random)}`, 'latin1'),
  RANDOM_DATA_THEN_CLOSE: (random) => Buffer.from(noHttp(random)),
};

const CHUNKED_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
const LENGTH = 64;

/** RFC 9112 §7.1: a chunk begins with a hexadecimal digit; the letters from g to z are none. */
function noChunk(random: Random): string {
  const letters = Array.from({ length: LENGTH }, () => String.fromCharCode(0x67 + Math.floor(random() * 20)));
  return `${letters.join('')}\r\n`;
}

/** RFC 9112 §4: a reply is ASCII up to the end of its status line; these bytes are not. */
function noHttp(random: Random): readonly number[] {
  return Array.from({ length: LENGTH }, () => 0x80 + Math.floor(random() * 0x80));
}

/** Closes with RST, which the client sees as ECONNRESET. */
function reset(socket: Socket): void {
  try {
    wireOf(socket).resetAndDestroy();
  } catch {
    // Node can only reset TCP, not a pipe.
    socket.destroy();
  }
}

async function closeAfter(bytes: Buffer, request: IncomingMessage, socket: Socket): Promise<void> {
  // A client that waits for 100 Continue (RFC 9110 §10.1.1) has sent no body, and reading would send it the 100.
  if (!request.complete && request.headers.expect === undefined) await drain(request);
  if (!socket.writable) return;
  if (bytes.length > 0) socket.write(bytes);
  // Not through the response: as that never ends, Node sends none of the replies that wait behind it.
  socket.destroySoon();
}
