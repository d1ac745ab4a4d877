import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers';
import type { Live } from '../control/model';
import { headersTooLarge, malformedRequest, type Problem, requestTimeout } from '../errors/problems';
import type { Answer } from '../http/answer';
import { pairsOf } from '../http/raw-headers';
import { answerUnreadable } from '../pipeline/answer-unreadable';
import { toAnswer } from '../pipeline/to-answer';
import { sourceOf } from '../values/source';
import { failBody } from './body-failure';
import type { Connections } from './connections';
import { wireOf } from './wire';

type ParserError = Error & { readonly code?: string; readonly reason?: string };

/** These replies are the last of their connection. */
const CLOSE = ['Connection', 'close'];

/** OpenSSL's name for a request that came without TLS. */
const PLAIN_HTTP = 'ERR_SSL_HTTP_REQUEST';

/** A client that has not closed its side of a refused connection by then is disconnected. */
const CLOSE_TIMEOUT_MS = 1000;

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
    refused.add(socket);
    const refuse = (): void => {
      const { engine } = live;
      sendUnreadable(engine, problemOf(error), socket).catch((failure: unknown) => {
        engine.log.failed(failure);
        socket.destroy();
      });
    };
    if (error.code === PLAIN_HTTP) return sendPlain(live.engine, wireOf(socket));
    const last = connections.lastOn(socket);
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

async function sendUnreadable(engine: Live['engine'], problem: Problem, socket: Socket): Promise<void> {
  // The reply before may have closed the connection: then nobody is answered.
  if (!socket.writable) return;
  const answer = await answerUnreadable(engine, socket.remoteAddress ?? 'unknown', problem, CLOSE);
  // The previous reply may have closed the connection.
  if (socket.writable) end(socket, answer);
}

/** At once, without waiting for any store: TLS has given the connection up, and Node is about to close what is below it. */
function sendPlain({ contract, worlds }: Live['engine'], wire: Socket): void {
  const problem = malformedRequest('it is plain HTTP, and this port speaks HTTPS');
  end(wire, toAnswer(contract, sourceOf(worlds.main.state), undefined, problem, CLOSE));
}

function end(socket: Socket, { status, headers, bytes }: Answer): void {
  const lines = pairsOf(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n');
  socket.end(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(bytes)]));
  setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
}

function problemOf({ code, reason, message }: ParserError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimeout();
  return malformedRequest(reason ?? message);
}
