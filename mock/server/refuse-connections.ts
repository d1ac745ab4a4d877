import type { Socket } from 'node:net';
import { latest } from '../../openapi/contract';
import type { Live } from '../control/model';
import { tooManyConnections } from '../errors/problems';
import { answerUnreadable } from '../pipeline/answer-unreadable';
import type { Capacity } from './capacity';
import { discard } from './linger';
import { CLOSE, end } from './send-unreadable';

/**
 * Makes a function that refuses a connection beyond the most, in the contract's envelope, whatever is sent on it. Where
 * too many are being refused, it is closed without a word.
 */
export function createRefusal(live: Live, { connections, refusals }: Capacity): (socket: Socket) => void {
  const problem = tooManyConnections(connections);
  let refusing = 0;
  // All of an address in a second get the same: a flood costs little, and does not fill the log.
  const answersIn = latest((_second: number) =>
    latest((address: string) => answerUnreadable(live.engine, address, problem, CLOSE)),
  );
  return (socket) => {
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
