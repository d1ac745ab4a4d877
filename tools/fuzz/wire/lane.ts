import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Attempt, Received } from '../model';
import { type ReplyReader, readReplies } from './replies';

/** Sends attempts one after the other, on one connection where they permit it. */
export interface Lane {
  send(attempt: Attempt): Promise<Received>;
  /** Leaves the connection. */
  close(): void;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** How long a complete request may wait for its reply. */
const PATIENCE_MS = 15_000;
/** The same where a fault may delay it. */
const PATIENCE_UNDER_FAULTS_MS = 150;
/** How long a client that holds its connection waits for more. */
const HOLD_MS = 30;
/** How long a client that has closed its side waits for the server to close its own. */
const END_MS = 5000;

export function openLane({ host, port }: Address): Lane {
  let kept: Socket | undefined;
  const forget = (): void => {
    kept
      ?.removeAllListeners()
      .on('error', () => {})
      .destroy();
    kept = undefined;
  };
  const connection = (): Socket => {
    if (kept !== undefined && !kept.destroyed && !kept.readableEnded) return kept;
    forget();
    return connect({ host, port, allowHalfOpen: true, noDelay: true }).on('error', () => {});
  };
  return {
    async send(attempt) {
      const socket = attempt.ending === 'wait' ? connection() : connect({ host, port, allowHalfOpen: true });
      const reader = readReplies(attempt.request?.method);
      const begun = performance.now();
      const ended = await exchange(socket, attempt, reader);
      const last = reader.replies.at(-1);
      const mayStay =
        ended === 'answered' && !reader.isStream && last?.headers.get('connection') !== 'close' && !reader.malformed;
      if (attempt.ending === 'wait' && mayStay) {
        socket.removeAllListeners().on('error', () => {});
        kept = socket;
      } else {
        if (socket === kept) kept = undefined;
        socket.removeAllListeners().on('error', () => {});
        socket.resetAndDestroy();
      }
      const milliseconds = performance.now() - begun;
      return { replies: reader.replies, malformed: reader.malformed, ended, milliseconds };
    },
    close: forget,
  };
}

/** Sends all of it, and resolves with how it ended. */
function exchange(socket: Socket, attempt: Attempt, reader: ReplyReader): Promise<Received['ended']> {
  const { ending, isUnderFaults } = attempt;
  return new Promise((resolve) => {
    let patience: NodeJS.Timeout | undefined;
    const done = (how: Received['ended']): void => {
      clearTimeout(patience);
      resolve(how);
    };
    const wait = (milliseconds: number, how: Received['ended']): void => {
      clearTimeout(patience);
      patience = setTimeout(() => done(how), milliseconds);
    };
    const over = (how: 'closed' | 'reset') => (): void => {
      if (how === 'closed') reader.end();
      done(how);
    };
    socket.on('data', (bytes: Buffer) => {
      reader.take(bytes);
      if (reader.malformed !== undefined || reader.isStream) done('answered');
      else if (ending === 'wait' && reader.replies.length > 0) done('answered');
      else if (ending === 'hold') wait(HOLD_MS, 'left');
    });
    socket.on('end', over('closed'));
    socket.on('error', over('reset'));
    socket.on('close', over('reset'));
    wait(isUnderFaults ? PATIENCE_UNDER_FAULTS_MS : PATIENCE_MS, 'silent');
    void writeAll(socket, attempt.parts).then(() => {
      if (ending === 'end') {
        socket.end();
        wait(isUnderFaults ? PATIENCE_UNDER_FAULTS_MS : END_MS, 'silent');
      } else if (ending === 'hold') wait(HOLD_MS, 'left');
      else if (ending === 'leave') done('left');
    });
  });
}

/** Each part in a turn of its own, so that they are read apart. */
async function writeAll(socket: Socket, parts: readonly Buffer[]): Promise<void> {
  for (const [place, part] of parts.entries()) {
    if (place > 0) await nextTurn();
    if (!socket.destroyed) socket.write(part);
  }
}
