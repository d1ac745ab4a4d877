import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers';
import { latest } from '../../openapi/contract';
import type { Live } from '../control/model';
import {
  headersTooLarge,
  malformedRequest,
  type Problem,
  requestTimeout,
  tooManyConnections,
} from '../errors/problems';
import { pairsOf } from '../http/headers';
import type { Answer } from '../http/reply';
import type { Engine } from '../pipeline/model';
import { toAnswer } from '../pipeline/reply';
import { answerUnlogged, answerUnreadable } from '../pipeline/unserved';
import { sourceOf } from '../values/source';
import type { Capacity } from './capacity';
import { type Connections, discard, wireOf } from './connections';
import { failBody, isReadAtOwnPace } from './node-request';

type ParserError = Error & { readonly code?: string; readonly reason?: string };

/** OpenSSL's name for a request that came without TLS. */
const PLAIN_HTTP = 'ERR_SSL_HTTP_REQUEST';

/** Node's name for a request that is not complete in time, which it reports once. */
const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Answers what Node's HTTP parser refuses, in the contract's envelope, and closes the connection: no next request can be found. */
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
    const refuse = (): void => void refuseUnreadable(live.engine, problemOf(error), socket);
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

/** These replies are the last of their connection. */
export const CLOSE = ['Connection', 'close'];

/** A client that has not closed its side of a refused connection by then is disconnected. */
const CLOSE_TIMEOUT_MS = 1000;

/** Refuses, in the contract's envelope, what was not read as a request, and closes the connection. It never rejects. */
async function refuseUnreadable(engine: Engine, problem: Problem, socket: Socket): Promise<void> {
  // The reply before may have closed the connection.
  if (!socket.writable) return;
  try {
    const answer = await answerUnreadable(engine, socket.remoteAddress ?? 'unknown', problem, CLOSE);
    // The client may have left meanwhile.
    if (socket.writable) end(socket, answer);
  } catch (failure) {
    engine.log.failed(failure);
    socket.destroy();
  }
}

/** Sends an answer as the last bytes of a connection, without Node's classes for replies. */
export function end(socket: Socket, { status, headers, bytes }: Answer): void {
  const lines = pairsOf(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n');
  socket.end(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(bytes)]));
  setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
}

const REMEDIES: Readonly<Record<Capacity['bound'], string>> = {
  option: 'a higher --max-connections',
  files: 'a higher limit of open files (`ulimit -n`)',
};

/** How long refusals are counted for one line of the log, in milliseconds. */
const COUNTED_MS = 1000;

/** Makes a function that refuses a connection beyond the most, in the contract's envelope; of too many, without a word. */
export function createRefusal(live: Live, { connections, bound, refusals }: Capacity): (socket: Socket) => void {
  const problem = tooManyConnections(connections, REMEDIES[bound]);
  const note = createNote(live, problem);
  let refusing = 0;
  // All of an address in a second get the same: a flood costs little.
  const answersIn = latest((_second: number) =>
    latest((address: string) => answerUnlogged(live.engine, address, problem, CLOSE)),
  );
  return (socket) => {
    note();
    if (refusing >= refusals) {
      socket.destroy();
      return;
    }
    refusing += 1;
    socket.once('close', () => {
      refusing -= 1;
    });
    discard(socket);
    answersIn(Math.floor(performance.now() / 1000))(socket.remoteAddress ?? 'unknown').then(
      (answer) => end(socket, answer),
      (failure: unknown) => {
        live.engine.log.failed(failure);
        socket.destroy();
      },
    );
  };
}

/** Makes a function that counts a refused connection, for the health, and for a line of the log in each second. */
function createNote(live: Live, { status, message }: Problem): () => void {
  let inLine = 0;
  const tell = (): void => {
    const { log } = live.engine;
    const what = inLine === 1 ? '1 connection was' : `${inLine} connections were`;
    if (log.wants(status)) log.notice(`${what} refused: ${message}`);
    inLine = 0;
  };
  return () => {
    live.engine.refused.connections += 1;
    inLine += 1;
    if (inLine === 1) setTimeout(tell, COUNTED_MS).unref();
  };
}
