import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Live } from '../control/model';
import { headersTooLarge, malformedRequest, type Problem, requestTimeout } from '../errors/problems';
import { toAnswer } from '../pipeline/to-answer';
import { sourceOf } from '../values/source';
import { failBody, isReadAtOwnPace } from './body-failure';
import type { Connections } from './connections';
import { CLOSE, end, sendUnreadable } from './send-unreadable';
import { wireOf } from './wire';

type ParserError = Error & { readonly code?: string; readonly reason?: string };

/** OpenSSL's name for a request that came without TLS. */
const PLAIN_HTTP = 'ERR_SSL_HTTP_REQUEST';

/** Node's name for a request that is not complete in time, which it reports once. */
const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/**
 * Answers, in the contract's envelope, what Node's HTTP parser refuses and what never becomes a complete request. Then it
 * closes the connection, since the start of the next request can't be found.
 */
export function answerParserErrors(server: Server, live: Live, connections: Connections): void {
  /** The parser reports another error for whatever else comes on the connection. */
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: ParserError, stream) => {
    // True of every server for TCP; the type allows for other streams.
    const socket = stream as Socket;
    if (refused.has(socket)) return;
    const last = connections.lastOn(socket);
    if (error.code === TIMEOUT && last !== undefined && isReadAtOwnPace(last.request)) return;
    refused.add(socket);
    const refuse = (): void => sendUnreadable(live.engine, problemOf(error), socket);
    if (error.code === PLAIN_HTTP) return sendPlain(live.engine, wireOf(socket));
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
    } else if (last === undefined) {
      refuse();
    } else if (last.request.complete) {
      // The unreadable part comes after a good request, whose reply goes first.
      last.response.once('close', refuse);
    } else {
      // The rest of this request can't be read: its own reply says so, and is the connection's last.
      failBody(last.request, problemOf(error));
    }
  });
}

/** At once, without waiting for any store: TLS has given the connection up, and Node is about to close what is below it. */
function sendPlain({ contract, worlds }: Live['engine'], wire: Socket): void {
  const problem = malformedRequest('it is plain HTTP, and this port speaks HTTPS');
  end(wire, toAnswer(contract, sourceOf(worlds.main.state), undefined, problem, CLOSE));
}

function problemOf({ code, reason, message }: ParserError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === TIMEOUT) return requestTimeout();
  return malformedRequest(reason ?? message);
}
