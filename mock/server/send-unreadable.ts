import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers';
import type { Problem } from '../errors/problems';
import type { Answer } from '../http/answer';
import { pairsOf } from '../http/raw-headers';
import { answerUnreadable } from '../pipeline/answer-unreadable';
import type { Engine } from '../pipeline/model';

/** These replies are the last of their connection. */
export const CLOSE = ['Connection', 'close'];

/** A client that has not closed its side of a refused connection by then is disconnected. */
const CLOSE_TIMEOUT_MS = 1000;

/** Refuses, in the contract's envelope, what was not read as a request, and closes the connection. */
export function sendUnreadable(engine: Engine, problem: Problem, socket: Socket): void {
  refuse(engine, problem, socket).catch((failure: unknown) => {
    engine.log.failed(failure);
    socket.destroy();
  });
}

async function refuse(engine: Engine, problem: Problem, socket: Socket): Promise<void> {
  // The reply before may have closed the connection: then nobody is answered.
  if (!socket.writable) return;
  const answer = await answerUnreadable(engine, socket.remoteAddress ?? 'unknown', problem, CLOSE);
  // The client may have left meanwhile.
  if (socket.writable) end(socket, answer);
}

/** Sends an answer as the last bytes of a connection, without Node's classes for replies. */
export function end(socket: Socket, { status, headers, bytes }: Answer): void {
  const lines = pairsOf(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n');
  socket.end(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(bytes)]));
  setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
}
