import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { headersTooLarge, malformedRequest, type Problem, requestTimeout } from '../errors/problems';
import { pairsOf } from '../http/raw-headers';
import { peek } from '../pipeline/meter';
import type { Engine } from '../pipeline/model';
import { sourceOf, toAnswer } from '../pipeline/reply';
import { ofAddress } from '../world/rules/account-names';
import { breakOff } from './broken-off';
import { type Connections, isOver } from './connections';

type ParserError = Error & { readonly code?: string; readonly reason?: string };

/** A client that never closes its side of a refused connection is left behind after this time. */
const LINGER_MS = 1000;

/**
 * Answers what Node's HTTP parser refuses, and what never becomes a whole request, in the contract's envelope; then the
 * connection is closed, since nothing can tell where the next request begins.
 */
export function answerParserErrors(server: Server, engine: Engine, connections: Connections): void {
  /** The parser complains again of whatever else comes on the connection. */
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: ParserError, stream) => {
    // A server for TCP has no other streams.
    const socket = stream as Socket;
    if (refused.has(socket)) return;
    refused.add(socket);
    const refuse = (): void => {
      answer(engine, problemOf(error), socket).catch((failure: unknown) => {
        engine.log.failed(failure);
        socket.destroy();
      });
    };
    const last = connections.lastOn(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
    } else if (isOver(last) || last === undefined) {
      refuse();
    } else if (last.request.complete) {
      // What can't be read comes after a good request, whose reply goes first.
      last.response.once('close', refuse);
    } else {
      // The end of this very request can't be read: its own reply, which may be under way, tells so and is the last.
      breakOff(last.request, problemOf(error));
    }
  });
}

async function answer(engine: Engine, problem: Problem, socket: Socket): Promise<void> {
  const startedAt = performance.now();
  const world = engine.worlds.main;
  const account = ofAddress(socket.remoteAddress ?? 'unknown');
  const { headers } = await peek(engine, {
    world,
    state: world.state,
    account,
    allowances: world.anonymous.allowances,
  });
  const answered = toAnswer(engine, sourceOf(world.state), undefined, problem, headers, ['Connection', 'close']);
  // The reply before may have closed the connection.
  if (!socket.writable) return;
  const { status } = answered;
  const lines = pairsOf(answered.headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', answered.bytes].join('\r\n'));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  const { message } = problem;
  const milliseconds = performance.now() - startedAt;
  engine.log.answered({ method: 'UNREADABLE', target: 'request', status, milliseconds, keyName: undefined, message });
}

function problemOf({ code, reason, message }: ParserError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimeout();
  return malformedRequest(reason ?? message);
}
