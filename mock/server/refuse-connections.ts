import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers';
import { latest } from '../../openapi/contract';
import type { Live } from '../control/model';
import { type Problem, tooManyConnections } from '../errors/problems';
import { answerUnlogged } from '../pipeline/answer-unreadable';
import type { Capacity } from './capacity';
import { discard } from './linger';
import { CLOSE, end } from './send-unreadable';

const REMEDIES: Readonly<Record<Capacity['bound'], string>> = {
  option: 'a higher --max-connections',
  files: 'a higher limit of open files (`ulimit -n`)',
};

/** How long refusals are counted for one line of the log, in milliseconds. */
const COUNTED_MS = 1000;

/**
 * Makes a function that refuses a connection beyond the most, in the contract's envelope, whatever is sent on it. Where
 * too many are being refused, it is closed without a word.
 */
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
