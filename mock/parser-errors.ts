import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Engine } from './model';
import { headersTooLarge, malformedRequest, type Problem, requestTimeout } from './problems';
import { peek } from './steps/meter';
import { toAnswer } from './steps/reply';

type ParserError = Error & { readonly code?: string; readonly reason?: string };

/**
 * Answers what Node's HTTP parser refuses, and what never becomes a whole request, in the contract's envelope; then the
 * connection is closed, since nothing can tell where the next request begins.
 */
export async function answerParserError(engine: Engine, error: ParserError, socket: Socket): Promise<void> {
  // A reply under way on this connection is the answer; a connection that is gone takes none.
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const world = engine.worlds.main;
  const account = `address ${socket.remoteAddress ?? 'unknown'}`;
  const { headers } = await peek(engine, { world, account, allowances: world.anonymous.allowances });
  const {
    status,
    headers: all,
    bytes,
  } = toAnswer(engine, world, undefined, problemOf(error), { ...headers, Connection: 'close' });
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', bytes].join('\r\n'));
}

function problemOf({ code, reason, message }: ParserError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimeout();
  return malformedRequest(reason ?? message);
}

/** Node keeps the response that is being written on its socket. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null };
  return response?.headersSent === true;
}
